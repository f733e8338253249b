/** What takes less than this is done whenever it is asked for, in milliseconds. */
const QUICK = 200;
/** How many times as long as it took nothing is done afterwards. */
const REST = 10;

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
    try {
      await work();
    } finally {
      const took = this.#now() - began;
      if (took >= QUICK) this.#until = this.#now() + REST * took;
    }
  }
}
