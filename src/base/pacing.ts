/** Lets so many pieces of work be under way at once; the others wait, in the order in which they came. */
export class AtMost {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

/** What takes less than this is done whenever it is asked for, in milliseconds. */
const QUICK = 200;
/** How many times as long as it took nothing is done afterwards. */
const REST = 10;
/** The longest of these rests, in milliseconds. */
const LONGEST_REST = 60_000;

/** How long work that took so long is not done again, in milliseconds. */
export const restAfter = (took: number): number => (took < QUICK ? 0 : Math.min(REST * took, LONGEST_REST));

/** Leaves out work that took long a short while ago: what is quick for a few is slow for thousands, and would be all that is done. */
export class Cooldown {
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

/** Does work that can be done piece by piece in one go, where nobody waits for anything else. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * Whole milliseconds since 1970, as databases keep them, by a clock that nobody sets: what is awaited for seconds must not take an hour because the clock of the
 * machine was put back. One for each run: over months, and while a machine sleeps, it falls behind.
 */
export function steadyClock(): () => number {
  const origin = Date.now() - performance.now();
  return () => Math.floor(origin + performance.now());
}
