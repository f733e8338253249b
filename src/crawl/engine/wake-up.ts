/** A timer set for more than 24.8 days would fire at once. */
const LONGEST_SLEEP = 60_000;

/**
 * Calls back at the earliest of the times that it was asked for, and perhaps once before. A crawl asks after every page, and a
 * timer that is set anew each time costs more than one that is early now and then.
 */
export class WakeUp {
  readonly #call: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** By the clock of timers. */
  #at = 0;

  constructor(call: () => void) {
    this.#call = call;
  }

  wakeIn(ms: number): void {
    const wait = Math.min(Math.max(ms, 1), LONGEST_SLEEP);
    const at = performance.now() + wait;
    if (this.#timer !== null && this.#at <= at) return;
    this.cancel();
    this.#at = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#call();
    }, wait);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
