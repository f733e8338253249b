import type { SegmentKind } from './segment.ts';

/** Kinds by their number in the columns. */
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

/** How many numbers describe a leaf. Its text, tags and links begin where those of the previous leaf end. */
export const leafStride = 8;
export const TEXT_END = 0;
export const END_TAG = 1;
export const END_LINK = 2;
/** How many words, signs and tags the leaf has. */
export const TOKENS = 3;
/** The two lanes of the hash, signed: an unsigned number above 2^31 would be a separate heap object. */
export const HIGH = 4;
export const LOW = 5;
/** The block that contains the leaf. */
export const NODE = 6;
/** The leaf's ordinal in its block, from 1, times 16, plus the index of its kind in `segmentKinds`. */
export const RUN_AND_KIND = 7;

export const packRun = (run: number, kind: number): number => (run << 4) | kind;
export const runOf = (packed: number): number => packed >>> 4;
export const kindOf = (packed: number): SegmentKind => segmentKinds[packed & 15] as SegmentKind;

/**
 * Collects the leaves of a page as rows of numbers. A page of 10 MB may have a million leaves, and an object for each would take more
 * memory than the page.
 */
export class LeafColumns {
  #rows: Int32Array;
  #size = 0;

  /** `bytes`: the size of the page. Reserves space for one leaf per eight bytes; the system does not allocate memory that is not written to. */
  constructor(bytes: number) {
    this.#rows = bytes <= scratchPage ? scratchRows : new Int32Array((bytes >> 3) * leafStride);
  }

  /** The index in `rows` at which to write the numbers of the next leaf. */
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

  /** All leaves so far; copied if the memory is shared, because the next page overwrites it. */
  taken(): Int32Array {
    return takeNumbers(this.#rows, this.#size, scratchRows);
  }
}

/** The first numbers of an array: a copy if the next page shares the array. */
export function takeNumbers(numbers: Int32Array, size: number, shared: Int32Array): Int32Array {
  return numbers === shared ? numbers.slice(0, size) : numbers.subarray(0, size);
}

/** Pages of up to this many bytes are read in one piece, and share memory one after the other. */
export const scratchPage = 512 * 1024;
const scratchRows = new Int32Array(4096 * leafStride);
