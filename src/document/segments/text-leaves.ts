import {
  END_LINK,
  LeafColumns,
  NODE,
  packRun,
  RUN_AND_KIND,
  scratchPage,
  segmentKinds,
} from './leaf-columns.ts';
import { LeafList } from './leaf-list.ts';
import type { SegmentKind } from './segment.ts';
import { TokenWriter } from './token-writer.ts';

/** Collects the leaves of a text that has no mark-up. */
export class TextLeaves {
  readonly #writer: TokenWriter;
  readonly #columns: LeafColumns;
  /** Whether it may wait while other texts are read. */
  readonly canWait: boolean;
  readonly #pathOf: (place: number, part: number) => string;
  #length = 0;

  constructor(text: string, pathOf: (place: number, part: number) => string) {
    // All pieces together have no more bytes than the text, so its size is what matters.
    const bytes = Buffer.byteLength(text);
    this.#writer = new TokenWriter(Buffer.alloc(0), bytes);
    this.#columns = new LeafColumns(bytes);
    this.canWait = bytes > scratchPage;
    this.#pathOf = pathOf;
  }

  get length(): number {
    return this.#length;
  }

  /** A text without words and signs is no leaf. */
  add(kind: SegmentKind, text: string, place: number, part = 0): void {
    this.#writer.addText(text);
    this.#writer.endWord();
    const { hasWords } = this.#writer;
    if (hasWords) this.#addRow(kind, place, part);
    this.#writer.endLeaf(hasWords);
  }

  list(): LeafList {
    const [rows, store] = [this.#columns.taken(), this.#writer.store()];
    return new LeafList({ rows, store, links: [], pathOf: this.#pathOf });
  }

  #addRow(kind: SegmentKind, place: number, part: number): void {
    const row = this.#columns.next();
    const { rows } = this.#columns;
    this.#writer.describeLeaf(rows, row);
    rows[row + END_LINK] = 0;
    rows[row + NODE] = place;
    rows[row + RUN_AND_KIND] = packRun(part, segmentKinds.indexOf(kind));
    this.#length++;
  }
}
