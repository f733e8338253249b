import type { SegmentKind } from './segment.ts';

/** By their number in the columns. */
export const segmentKinds: readonly SegmentKind[] = [
  'text',
  'title',
  'description',
  'heading',
  'paragraph',
  'item',
  'cell',
  'caption',
  'term',
  'quotation',
  'preformatted',
  'form',
  'navigation',
  'entry',
  'line',
];

/** How many numbers describe a leaf. Its text, tags and links begin where those of the leaf before it end. */
export const leafStride = 8;
export const TEXT_END = 0;
export const END_TAG = 1;
export const END_LINK = 2;
/** How many words, signs and tags it has. */
export const TOKENS = 3;
/** The two lanes of the hash, signed: each number above 2^31 would be an object of its own in memory. */
export const HIGH = 4;
export const LOW = 5;
/** The block that it is in. */
export const NODE = 6;
/** Which leaf of its block it is, from 1, times 16, plus its kind as a place in `segmentKinds`. */
export const RUN_AND_KIND = 7;

export const packRun = (run: number, kind: number): number => (run << 4) | kind;
export const runOf = (packed: number): number => packed >>> 4;
export const kindOf = (packed: number): SegmentKind => segmentKinds[packed & 15] as SegmentKind;

/**
 * Collects the leaves of a page as rows of numbers. A page of 10 MB may have a million leaves, and an object for each of
 * them takes more memory than the page.
 */
export class LeafColumns {
  #rows: Int32Array;
  #size = 0;

  /** `bytes`: the size of the page. There is room for a leaf in eight bytes; memory that is not written to is not taken. */
  constructor(bytes: number) {
    this.#rows = bytes <= scratchPage ? scratchRows : new Int32Array((bytes >> 3) * leafStride);
  }

  /** Where the numbers of the next leaf are to be written in `rows`. */
  next(): number {
    const at = this.#size;
    if (at === this.#rows.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#size = at + leafStride;
    return at;
  }

  /** Valid until the next leaf. */
  get rows(): Int32Array {
    return this.#rows;
  }

  /** All leaves so far; a copy of what the next page will write into. */
  taken(): Int32Array {
    return takeNumbers(this.#rows, this.#size, scratchRows);
  }
}

/** The first numbers of an array: a copy if it is shared with the next page. */
export function takeNumbers(numbers: Int32Array, size: number, shared: Int32Array): Int32Array {
  return numbers === shared ? numbers.slice(0, size) : numbers.subarray(0, size);
}

/** Pages of up to this many bytes are read at once, and share memory, one after the other. */
export const scratchPage = 512 * 1024;
const scratchRows = new Int32Array(4096 * leafStride);
