import type { FetchResult } from '../fetch/index.ts';
import type { QueuedPage } from './tables/frontier.ts';

/** When this many new visitors are redirected to a target, the address really leads there. */
const SAME_TARGET = 2;
/** After this many retries in a row without success, redirects of this site do not mean that the session has ended. */
const IN_A_ROW = 8;

/**
 * Decides whether to request an address that redirects again as a new visitor, because the session may have ended.
 * Always yes for a page that was there before. Others may simply redirect, as the links of adverts do.
 */
export class SessionDoubts {
  readonly #fruitless = new Map<string, number>();
  #inARow = 0;

  isWorthwhile({ lastGood }: QueuedPage, answer: FetchResult): boolean {
    if (lastGood !== null) return true;
    return this.#inARow < IN_A_ROW && (this.#fruitless.get(targetOf(answer)) ?? 0) < SAME_TARGET;
  }

  noteRetry(answer: FetchResult, hasHelped: boolean): void {
    const target = targetOf(answer);
    this.#inARow = hasHelped ? 0 : this.#inARow + 1;
    if (hasHelped) this.#fruitless.delete(target);
    else this.#fruitless.set(target, (this.#fruitless.get(target) ?? 0) + 1);
  }
}

/** The target without its query, in which a site writes the address that the visitor requested. */
function targetOf({ headers, url }: FetchResult): string {
  const target = URL.parse(headers.get('location') ?? '', url);
  return target === null ? '' : target.origin + target.pathname;
}
