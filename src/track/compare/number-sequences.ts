import type { TokenId } from '../../document/index.ts';

/** Numbers values from 0 on, equal ones alike, over as many sequences as needed: alignment works on numbers. */
export class NumberedValues<Value> {
  readonly #numbers = new Map<Value, number>();

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
  const table = new HashTable(last.length + now.length);
  return { before: table.numbersOf(last), after: table.numbersOf(now), count: table.size };
}

/** The same for any number of versions. */
export function numberAllHashes(versions: readonly (readonly TokenId[])[]): {
  readonly sequences: readonly Int32Array[];
  readonly count: number;
} {
  const table = new HashTable(versions.reduce((sum, { length }) => sum + length, 0));
  return { sequences: versions.map((hashes) => table.numbersOf(hashes)), count: table.size };
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

/** Open addressing, at most half full. */
class HashTable {
  size = 0;
  readonly #highs: Int32Array;
  readonly #lows: Int32Array;
  /** The number of the hash in a slot, plus 1; 0 for an empty slot. */
  readonly #slots: Int32Array;

  constructor(most: number) {
    this.#highs = new Int32Array(most);
    this.#lows = new Int32Array(most);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most + 1) + 1));
  }

  numbersOf(hashes: readonly TokenId[]): Int32Array {
    const numbers = new Int32Array(hashes.length);
    for (let i = 0; i < hashes.length; i++) {
      const { high, low } = hashes[i] as TokenId;
      numbers[i] = this.#numberOf(high | 0, low | 0);
    }
    return numbers;
  }

  #numberOf(high: number, low: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & last;
    for (;;) {
      const number = (slots[slot] as number) - 1;
      if (number < 0) break;
      if (this.#highs[number] === high && this.#lows[number] === low) return number;
      slot = (slot + 1) & last;
    }
    const number = this.size++;
    this.#highs[number] = high;
    this.#lows[number] = low;
    slots[slot] = number + 1;
    return number;
  }
}
