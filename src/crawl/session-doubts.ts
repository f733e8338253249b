import type { FetchResult } from '../fetch/index.ts';
import type { QueuedPage } from './tables/records.ts';

/** A target that so many new visitors were sent to as well is where the address leads. */
const SAME_TARGET = 2;
/** So many retries in a row without any success: on this site, redirects are what they seem. */
const IN_A_ROW = 8;

/**
 * Whether an address that redirects is worth another request as a new visitor, because the session may have ended (A5).
 * For a page that was there before it always is. Others may simply redirect, such as the links of adverts.
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

/** Without the query, in which a site writes where the visitor wanted to go. */
function targetOf({ headers, url }: FetchResult): string {
  const target = URL.parse(headers.get('location') ?? '', url);
  return target === null ? '' : target.origin + target.pathname;
}
