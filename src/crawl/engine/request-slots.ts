/**
 * Most requests are answered sooner. One that is not costs no more than an open connection, so it gives its slot back: hosts
 * that do not answer must not keep those that do from being asked. In milliseconds.
 */
export const PATIENCE = 500;

/** Open connections are not free either: with so many under way, nothing new is asked for. */
const MOST_UNDER_WAY = 256;

/** How many requests may be under way, over all hosts. Times in milliseconds. */
export class RequestSlots {
  readonly #slots: number;
  /** When each request started, the oldest first. */
  readonly #starts = new Map<number, number>();
  #next = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get underWay(): number {
    return this.#starts.size;
  }

  /** Takes a slot until `end` is called with what this returns. */
  start(now: number): number {
    this.#starts.set(this.#next, now);
    return this.#next++;
  }

  end(request: number): void {
    this.#starts.delete(request);
  }

  hasRoom(now: number): boolean {
    return this.underWay < Math.max(MOST_UNDER_WAY, this.#slots) && this.#holding(now).length < this.#slots;
  }

  /** When a request that is still under way gives its slot back; Infinity while there is room, or too many are under way. */
  nextRoomAt(now: number): number {
    const [oldest] = this.#holding(now);
    if (oldest === undefined || this.hasRoom(now) || this.underWay >= MOST_UNDER_WAY)
      return Number.POSITIVE_INFINITY;
    return oldest + PATIENCE;
  }

  /** When the requests started that still hold a slot. */
  #holding(now: number): readonly number[] {
    return [...this.#starts.values()].filter((start) => now < start + PATIENCE);
  }
}
