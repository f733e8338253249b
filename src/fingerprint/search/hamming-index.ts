import { bitCount } from '../algorithms/crawlhash.ts';
import { checkComparable } from '../algorithms/near-duplicates.ts';
import { FingerprintError } from '../errors.ts';

/** A fingerprint in an index: the number it got when it was added, and how far it is from the one that was sought. */
export interface NearFingerprint {
  readonly id: number;
  readonly distance: number;
}

/** Up to this many fingerprints, comparing all of them is as fast as using the tables. */
const fewest = 4096;

/**
 * Finds all fingerprints within a number of bits, without loss. Multi-index hashing: the bits are cut into blocks of 16, and a table has all
 * fingerprints by each block. Of two fingerprints that differ in at most t bits, some block differs in at most t / blocks; only entries of such
 * blocks are compared. Later fingerprints are compared one by one, until the tables are rebuilt.
 */
export class HammingIndex {
  readonly #words: number;
  #fingerprints: Uint32Array;
  #size = 0;
  #tabled = 0;
  #tables: readonly BlockTable[] = [];

  constructor(bits: 32 | 64, capacity = 1024) {
    this.#words = bits / 32;
    this.#fingerprints = new Uint32Array(this.#words * Math.max(1, capacity));
  }

  get size(): number {
    return this.#size;
  }

  /** The size of everything it keeps. */
  get bytes(): number {
    return this.#fingerprints.byteLength + this.#tables.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns the number of the fingerprint: 0 for the first one. */
  add(fingerprint: Uint32Array): number {
    checkComparable(fingerprint, { length: this.#words });
    if (this.#words * (this.#size + 1) > this.#fingerprints.length) {
      const larger = new Uint32Array(2 * this.#fingerprints.length);
      larger.set(this.#fingerprints);
      this.#fingerprints = larger;
    }
    this.#fingerprints.set(fingerprint, this.#words * this.#size);
    return this.#size++;
  }

  /** All within `threshold` bits, in no particular order. */
  within(fingerprint: Uint32Array, threshold: number): readonly NearFingerprint[] {
    checkComparable(fingerprint, { length: this.#words });
    if (!Number.isInteger(threshold) || threshold < 0 || threshold > 32 * this.#words) {
      throw new FingerprintError(
        'FINGERPRINT_OPTION_INVALID',
        `a threshold of ${threshold} bits is not a whole number from 0 to ${32 * this.#words}`,
      );
    }
    if (this.#size - this.#tabled > Math.max(fewest, this.#tabled >> 3)) this.#makeTables();
    const found: NearFingerprint[] = [];
    // Above a quarter of the bits, nearly all of each table would be read, and several times.
    const from = threshold <= 8 * this.#words ? this.#lookUp(fingerprint, threshold, found) : 0;
    for (let id = from; id < this.#size; id++) {
      const distance = distanceAt(this.#fingerprints, id * this.#words, fingerprint);
      if (distance <= threshold) found.push({ id, distance });
    }
    return found;
  }

  /** Adds the matches in the tables, and returns the first id that the tables do not have. */
  #lookUp(fingerprint: Uint32Array, threshold: number, found: NearFingerprint[]): number {
    const radii = this.#tables.map((_, block) => radiusOf(threshold, block, this.#tables.length));
    for (const [block, table] of this.#tables.entries()) {
      const own = blockOf(fingerprint, 0, block);
      const last = blockMasks.ends[(radii[block] as number) + 1] as number;
      for (let i = 0; i < last; i++) {
        const key = own ^ (blockMasks.byBitCount[i] as number);
        const end = table.starts[key + 1] as number;
        for (let entry = table.starts[key] as number; entry < end; entry++) {
          const at = entry * this.#words;
          const distance = distanceAt(table.fingerprints, at, fingerprint);
          if (distance > threshold || isFoundBefore(table.fingerprints, at, fingerprint, radii, block))
            continue;
          found.push({ id: table.ids[entry] as number, distance });
        }
      }
    }
    return this.#tabled;
  }

  #makeTables(): void {
    const words = this.#words;
    const all = this.#fingerprints.subarray(0, words * this.#size);
    this.#tables = Array.from(
      { length: (32 * words) / blockBits },
      (_, block) => new BlockTable(all, words, (at) => blockOf(all, at, block)),
    );
    this.#tabled = this.#size;
  }
}

function distanceAt(words: Uint32Array, at: number, fingerprint: Uint32Array): number {
  const first = bitCount((words[at] as number) ^ (fingerprint[0] as number));
  if (fingerprint.length === 1) return first;
  return first + bitCount((words[at + 1] as number) ^ (fingerprint[1] as number));
}

/** Whether the table of an earlier block has already found it. */
function isFoundBefore(
  words: Uint32Array,
  at: number,
  fingerprint: Uint32Array,
  radii: readonly number[],
  block: number,
): boolean {
  for (let earlier = 0; earlier < block; earlier++) {
    const different = bitCount(blockOf(words, at, earlier) ^ blockOf(fingerprint, 0, earlier));
    if (different <= (radii[earlier] as number)) return true;
  }
  return false;
}

/** A word has two blocks. */
function blockOf(words: Uint32Array, from: number, block: number): number {
  const word = words[from + (block >> 1)] as number;
  return block % 2 === 0 ? word >>> 16 : word & 0xffff;
}

/**
 * How many bits of a block may differ; -1: the block is not looked up. If the first blocks all differed in more than t / blocks bits and
 * the others in at least that many, the sum would exceed t.
 */
function radiusOf(threshold: number, block: number, blocks: number): number {
  const share = Math.floor(threshold / blocks);
  return block <= threshold - share * blocks ? share : share - 1;
}

const blockBits = 16;
const keys = 2 ** blockBits;

/** Fingerprints ordered by a key of 16 bits. They are copies, so that those with the same key are adjacent in memory. */
class BlockTable {
  /** The entries of key k are `ids[starts[k]]` to `ids[starts[k + 1] - 1]`. */
  readonly starts = new Uint32Array(keys + 1);
  readonly ids: Uint32Array;
  /** The words of the fingerprint of each entry. */
  readonly fingerprints: Uint32Array;

  constructor(fingerprints: Uint32Array, words: number, keyOf: (at: number) => number) {
    const { starts } = this;
    const size = fingerprints.length / words;
    this.ids = new Uint32Array(size);
    this.fingerprints = new Uint32Array(fingerprints.length);
    for (let id = 0; id < size; id++) {
      const next = keyOf(id * words) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let key = 0; key < keys; key++)
      starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
    const free = starts.slice();
    for (let id = 0; id < size; id++) {
      const key = keyOf(id * words);
      const place = free[key] as number;
      free[key] = place + 1;
      this.ids[place] = id;
      for (let word = 0; word < words; word++) {
        this.fingerprints[place * words + word] = fingerprints[id * words + word] as number;
      }
    }
  }

  get bytes(): number {
    return this.starts.byteLength + this.ids.byteLength + this.fingerprints.byteLength;
  }
}

/** All keys in the order of how many of their bits are set; those with n bits are before `ends[n + 1]`. */
const blockMasks: { readonly byBitCount: Uint16Array; readonly ends: Uint32Array } = masksOf();

function masksOf(): { byBitCount: Uint16Array; ends: Uint32Array } {
  const ends = new Uint32Array(blockBits + 2);
  for (let key = 0; key < keys; key++) {
    const count = bitCount(key) + 1;
    ends[count] = (ends[count] as number) + 1;
  }
  for (let count = 0; count <= blockBits; count++) {
    ends[count + 1] = (ends[count + 1] as number) + (ends[count] as number);
  }
  const free = ends.slice();
  const byBitCount = new Uint16Array(keys);
  for (let key = 0; key < keys; key++) {
    const count = bitCount(key);
    byBitCount[free[count] as number] = key;
    free[count] = (free[count] as number) + 1;
  }
  return { byBitCount, ends };
}
