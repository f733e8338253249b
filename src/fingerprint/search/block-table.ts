import { bitCount } from '../algorithms/crawlhash.ts';

export const blockBits = 16;
const keys = 2 ** blockBits;

/** Fingerprints ordered by a key of 16 bits. Copies, so that those of one key are side by side in memory. */
export class BlockTable {
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
export const blockMasks: { readonly byBitCount: Uint16Array; readonly ends: Uint32Array } = masksOf();

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
