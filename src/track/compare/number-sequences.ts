import { giveBack, grown } from '../../base/index.ts';
import type { TokenId } from '../../document/index.ts';

/** Assigns numbers to values, from 0, the same number to equal values, over any number of sequences: alignment works on numbers. */
export class NumberedValues<Value> {
  readonly #numbers = new Map<Value, number>();

  /** How many different values there were so far. */
  get size(): number {
    return this.#numbers.size;
  }

  numbersOf(values: readonly Value[]): Int32Array {
    const found = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) found[i] = this.#numberOf(values[i] as Value);
    return found;
  }

  #numberOf(value: Value): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }
}

/** The segments of two versions as numbers from 0 on: equal numbers mean equal hashes. */
export interface NumberedHashes {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How many different numbers there are. */
  readonly count: number;
}

/**
 * Uses a hash table of its own: a `Map` would need a key object for each segment, and two large versions that share
 * nothing have a million segments.
 */
export function numberHashes(last: readonly TokenId[], now: readonly TokenId[]): NumberedHashes {
  const table = new NumberedLeaves();
  return { before: table.numbersOf(last), after: table.numbersOf(now), count: table.size };
}

/** A list of hashes, in two signed lanes. */
export interface HashSource {
  readonly length: number;
  high(place: number): number;
  low(place: number): number;
}

/** The same for any number of versions, without making their segments. */
export function numberLeaves(versions: readonly HashSource[]): {
  readonly sequences: readonly Int32Array[];
  readonly count: number;
} {
  const table = new NumberedLeaves();
  const sequences = versions.map((hashes) => table.numbersIn(hashes));
  table.release();
  return { sequences, count: table.size };
}

/** How often each number below `count` occurs. */
export function countNumbers(sequence: Int32Array, count: number): Int32Array {
  const times = new Int32Array(count);
  for (let at = 0; at < sequence.length; at++) {
    const number = sequence[at] as number;
    times[number] = (times[number] as number) + 1;
  }
  return times;
}

/** Numbers hashes from 0, over any number of versions. Open addressing, at most half full; grows with the distinct hashes: two versions mostly share theirs. */
export class NumberedLeaves {
  size = 0;
  #highs = new Int32Array(512);
  #lows = new Int32Array(512);
  /** The number of the hash in a slot, plus 1; 0 for an empty slot. */
  #slots = new Int32Array(1024);

  numbersOf(hashes: readonly TokenId[]): Int32Array {
    const numbers = new Int32Array(hashes.length);
    for (let i = 0; i < hashes.length; i++) {
      const { high, low } = hashes[i] as TokenId;
      numbers[i] = this.#numberOf(high | 0, low | 0);
    }
    return numbers;
  }

  /** To be called when everything is numbered. */
  release(): void {
    for (const column of [this.#highs, this.#lows, this.#slots]) giveBack(column);
  }

  numbersIn(hashes: HashSource): Int32Array {
    const numbers = new Int32Array(hashes.length);
    for (let i = 0; i < hashes.length; i++) numbers[i] = this.#numberOf(hashes.high(i), hashes.low(i));
    return numbers;
  }

  #numberOf(high: number, low: number): number {
    let slot = this.#slotOf(high, low);
    const known = (this.#slots[slot] as number) - 1;
    if (known >= 0) return known;
    if (this.size === this.#highs.length) {
      this.#grow();
      slot = this.#slotOf(high, low);
    }
    const number = this.size++;
    this.#highs[number] = high;
    this.#lows[number] = low;
    this.#slots[slot] = number + 1;
    return number;
  }

  /** The slot that has the hash, or is free for it. */
  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & last;
    for (;;) {
      const number = (slots[slot] as number) - 1;
      if (number < 0 || (this.#highs[number] === high && this.#lows[number] === low)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const room = 2 * this.#highs.length;
    this.#highs = grown(this.#highs, room);
    this.#lows = grown(this.#lows, room);
    giveBack(this.#slots);
    this.#slots = new Int32Array(2 * room);
    for (let number = 0; number < this.size; number++)
      this.#slots[this.#slotOf(this.#highs[number] as number, this.#lows[number] as number)] = number + 1;
  }
}
