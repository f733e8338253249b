/** Limits how many tasks run at once; the others wait, first come first served. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** The number of tasks that wait. */
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

/** Work that takes less than this is not limited, in milliseconds. */
const QUICK = 200;
/** After work that took t, wait `REST` times t. */
const REST = 10;
/** The longest such wait, in milliseconds. */
const LONGEST_REST = 60_000;

/** How long to wait after work that took this long, in milliseconds. */
export const restAfter = (took: number): number => (took < QUICK ? 0 : Math.min(REST * took, LONGEST_REST));

/** Skips work that recently took long: what is quick for a few projects is slow for thousands, and would use all the time. */
export class Cooldown {
  readonly #now: () => number;
  #until = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async do(work: () => Promise<unknown>): Promise<void> {
    const began = this.#now();
    if (began < this.#until) return;
    // Failed work is retried at the next call: it may have taken long because the database was away.
    await work();
    this.#until = this.#now() + restAfter(this.#now() - began);
  }
}

/** Runs a generator of small pieces of work to its end. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * A monotonic clock in whole milliseconds since 1970, as databases keep them: a wait must not take an hour because the clock was set back. Create one
 * for each run: while a machine sleeps, this clock falls behind.
 */
export function monotonicClock(): () => number {
  const origin = Date.now() - performance.now();
  return () => Math.floor(origin + performance.now());
}
