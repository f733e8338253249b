import type { LeftOut } from '../tables/run.ts';

/** Why URLs were left out since the last commit, with an example of each reason. */
export class LeftOutCounts {
  readonly #reasons = new Map<string, { count: number; exampleUrl: string }>();

  add(reason: string, url: string, count = 1): void {
    const known = this.#reasons.get(reason);
    if (known === undefined) this.#reasons.set(reason, { count, exampleUrl: shortened(url) });
    else known.count += count;
  }

  /** Counts an address that differs from a known one only in a rotating part; `part` is null when it differs in none. */
  addRotating(part: string | null, url: string): void {
    if (part !== null) this.add(`${ROTATING}${part}`, url);
  }

  take(): readonly LeftOut[] {
    const taken = [...this.#reasons].map(([reason, { count, exampleUrl }]) => ({
      reason,
      count,
      exampleUrl,
    }));
    this.#reasons.clear();
    return taken;
  }
}

/** The beginning of the reason for addresses with a rotating part; the part follows. */
export const ROTATING = 'differ only in ';

/** The reason for pages that need a browser, when there is none. */
export const NO_BROWSER = 'built by scripts, and no browser';

/** The reason for links of a page that has used up its CPU time. */
export const TOO_COSTLY = 'rules take too long for one page';

/** The reason for addresses for which the frontier has no room. */
export const FRONTIER_FULL = 'frontier is full';

/** A link may be megabytes long. */
function shortened(url: string): string {
  return url.length <= LONGEST_EXAMPLE ? url : `${url.slice(0, LONGEST_EXAMPLE)}...`;
}

const LONGEST_EXAMPLE = 200;
