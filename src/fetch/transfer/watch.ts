/** Something that must be over, or go forward, by a certain time. */
export interface Watched {
  /** Looks at the clock and gives up when a limit is passed. */
  check(now: number): void;
}

/**
 * One timer for all exchanges in flight: a timer for each would cost more than the rest of a small request. Limits
 * are noticed up to a tick late.
 */
export class Watch {
  readonly #watched = new Set<Watched>();
  readonly #tickMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;

  constructor(tickMs: number, now: () => number) {
    this.#tickMs = tickMs;
    this.#now = now;
  }

  add(item: Watched): void {
    this.#watched.add(item);
    // What is in flight holds the process by its socket; the timer must not.
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  delete(item: Watched): void {
    this.#watched.delete(item);
  }

  /** The timer ends by itself at the first tick that finds nothing to watch; this ends it now. */
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
