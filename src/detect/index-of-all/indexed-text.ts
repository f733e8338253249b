import type { Leaves, Segment, WrittenLeaves } from '../../document/index.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** A text as the index reads it: that of a segment, or of a leaf for which no segment is made. */
export interface IndexedText {
  /** The two lanes of its hash. */
  readonly high: number;
  readonly low: number;
  readonly text: string;
  readWords(into: Vocabulary): void;
  /** The words of the leaf before it. Called only when they matter. */
  readLabel(into: Vocabulary): void;
}

export class SegmentText implements IndexedText {
  readonly #segment: Segment;
  readonly #label: () => string | null;

  constructor(segment: Segment, label: () => string | null) {
    this.#segment = segment;
    this.#label = label;
  }

  get high(): number {
    return this.#segment.high;
  }

  get low(): number {
    return this.#segment.low;
  }

  get text(): string {
    return this.#segment.text;
  }

  readWords(into: Vocabulary): void {
    into.read(this.text);
  }

  readLabel(into: Vocabulary): void {
    into.read(this.#label() ?? '');
  }
}

/** Reads one leaf after the other from the written text: most leaves of a page match nothing, so no object is made for them. */
export class LeafText implements IndexedText {
  readonly #leaves: Leaves;
  readonly #written: WrittenLeaves;
  /** The index of the current leaf. */
  place = 0;

  constructor(leaves: Leaves, written: WrittenLeaves) {
    this.#leaves = leaves;
    this.#written = written;
  }

  get high(): number {
    return this.#leaves.high(this.place);
  }

  get low(): number {
    return this.#leaves.low(this.place);
  }

  get text(): string {
    return this.#textOf(this.place);
  }

  /** `most`: stop after this many words. */
  readWords(into: Vocabulary, most?: number): void {
    this.#read(this.place, into, most);
  }

  readLabel(into: Vocabulary): void {
    if (this.place === 0) into.read('');
    else this.#read(this.place - 1, into);
  }

  #read(leaf: number, into: Vocabulary, most?: number): void {
    const { bytes } = this.#written;
    const [from, to] = [this.#written.start(leaf), this.#written.end(leaf)];
    if (!into.readAscii(bytes, from, to, most)) into.read(this.#textOf(leaf));
  }

  #textOf(leaf: number): string {
    return this.#written.bytes.toString('utf8', this.#written.start(leaf), this.#written.end(leaf));
  }
}
