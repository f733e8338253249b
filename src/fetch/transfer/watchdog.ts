/** Something with a time limit. */
export interface Watched {
  /** Compares the time with the limits, and gives up if one is exceeded. */
  check(now: number): void;
}

/**
 * One timer for everything in flight: a timer for each request would cost more than the rest of a small request. Limits
 * are noticed up to one tick late.
 */
export class Watchdog {
  readonly #watched = new Set<Watched>();
  readonly #tickMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;

  /** It ticks at least four times during the shortest limit, if that is not below 20 ms. */
  constructor(shortestLimitMs: number, now: () => number) {
    this.#tickMs = Math.min(250, Math.max(5, shortestLimitMs / 4));
    this.#now = now;
  }

  add(item: Watched): void {
    this.#watched.add(item);
    // Sockets in flight keep the process alive; the timer must not.
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  delete(item: Watched): void {
    this.#watched.delete(item);
  }

  /** Ends the timer now. Without this it ends at the first tick with nothing to watch. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    if (this.#watched.size === 0) this.stop();
    const now = this.#now();
    for (const item of this.#watched) item.check(now);
  }
}
