/** What takes less than this is done whenever it is asked for, in milliseconds. */
const QUICK = 200;
/** How many times as long as it took nothing is done afterwards. */
const REST = 10;
/** The longest of these rests, in milliseconds. */
const LONGEST_REST = 60_000;

/** How long work that took so long is not done again, in milliseconds. */
export const restAfter = (took: number): number => (took < QUICK ? 0 : Math.min(REST * took, LONGEST_REST));

/** Leaves out work that took long a short while ago: what is quick for a few is slow for thousands, and would be all that is done. */
export class Sparingly {
  readonly #now: () => number;
  #until = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async do(work: () => Promise<unknown>): Promise<void> {
    const began = this.#now();
    if (began < this.#until) return;
    // What failed is tried again as soon as it is asked for: it may have taken long because a database was away.
    await work();
    this.#until = this.#now() + restAfter(this.#now() - began);
  }
}
