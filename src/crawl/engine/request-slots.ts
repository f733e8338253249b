/**
 * Most requests are answered sooner. A slower one costs only an open connection, so it gives its slot back: hosts
 * that do not answer must not delay requests to those that do. In milliseconds.
 */
const PATIENCE = 500;

/** The most requests under way: open connections cost memory too. */
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
    if (this.underWay < this.#slots) return true;
    return this.underWay < MOST_UNDER_WAY && this.#held(now) < this.#slots;
  }

  /** When a request that is still under way gives its slot back; Infinity while there is room, or too many are under way. */
  nextRoomAt(now: number): number {
    if (this.underWay >= MOST_UNDER_WAY || this.hasRoom(now)) return Number.POSITIVE_INFINITY;
    for (const start of this.#starts.values()) if (isHolding(start, now)) return start + PATIENCE;
    return Number.POSITIVE_INFINITY;
  }

  /** How many requests still hold a slot. */
  #held(now: number): number {
    let held = 0;
    for (const start of this.#starts.values()) if (isHolding(start, now)) held++;
    return held;
  }
}

function isHolding(start: number, now: number): boolean {
  return now < start + PATIENCE;
}
