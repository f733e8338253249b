/** Limits the bytes per second of all fetches together (B14). Fetchers that share one share the limit. */
export interface Bandwidth {
  /** Called with the size of every piece received. Returns how many milliseconds to pause. */
  take(bytes: number): number;
}

/**
 * Bytes are a debt that is paid off with time. What is already on its way may increase it; then readers wait until it is
 * paid. Over more than a second the limit is exact.
 */
export class BandwidthLimit implements Bandwidth {
  readonly #bytesPerMs: number;
  readonly #now: () => number;
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#now = now;
  }

  take(bytes: number): number {
    const now = this.#now();
    this.#paidUntil = Math.max(now, this.#paidUntil) + bytes / this.#bytesPerMs;
    return this.#paidUntil - now;
  }
}
