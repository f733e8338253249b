/** How many bytes a second all fetches together may take (B14). Share one between fetchers to share the limit. */
export interface Bandwidth {
  /** Called with every piece that has come. Returns how many milliseconds to read nothing more. */
  take(bytes: number): number;
}

/**
 * A debt that is paid off with time. It may grow by what was on its way already, then the readers wait until it is
 * paid: over more than a second the limit holds exactly.
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
