import { finished } from '../../base/index.ts';
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

/** A block of more lines is a listing: each of its lines is a leaf. */
const longestParagraph = 40;

/** Beginnings of lines that are separate leaves, in Markdown and in plain text that looks like it. */
const heading = /^ {0,3}#{1,6}\s/;
const item = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/;
const row = /^\s*\|/;

/**
 * The segments of a plain text: paragraphs between empty lines, long blocks line by line. Headings, items of lists and rows
 * of tables need no empty line.
 */
export function segmentText(text: string): LeafList {
  return finished(textLeaves(text));
}

/** The same, piece by piece if the text is large. */
export function* textLeaves(text: string): Generator<void, LeafList> {
  const leaves = new TextLeaves(text, (place) => `text/p[${place}]`);
  const add = (kind: SegmentKind, content: string): void => {
    leaves.add(kind, content, leaves.length + 1);
  };
  let block: string[] = [];
  let isListing = false;
  let kind: SegmentKind = 'paragraph';
  const addLine = (line: string): void => {
    if (isListing) add(kind, line);
    else if (block.push(line) > longestParagraph) {
      isListing = true;
      for (const one of block) add(kind, one);
    }
  };
  const endBlock = (): void => {
    if (!isListing && block.length > 0) add(kind, block.join('\n'));
    block = [];
    isListing = false;
    kind = 'paragraph';
  };
  let lines = 0;
  for (const line of linesOf(text)) {
    if (++lines % linesInPiece === 0 && leaves.canWait) yield;
    const begins = kindOf(line);
    if (begins !== null || line.trim() === '') endBlock();
    if (begins !== null) kind = begins;
    if (line.trim() !== '') addLine(line);
    if (begins === 'heading' || begins === 'cell') endBlock();
  }
  endBlock();
  return leaves.list();
}

/** Lines of a large text that are read in one piece. */
const linesInPiece = 10_000;

/** The kind of leaf that the line begins; null when it continues the block. */
function kindOf(line: string): SegmentKind | null {
  if (heading.test(line)) return 'heading';
  if (item.test(line)) return 'item';
  return row.test(line) ? 'cell' : null;
}

/** Longer lines are split: in a line of a thousand letters a reader does not see which of them changed. */
const longestLine = 500;

/** Whether a text of this media type is made for programs: then lines count, not paragraphs. */
export function isMadeOfRecords(contentType: string | null): boolean {
  return /^[^;]*[/+](?:csv|tab-separated-values|json|xml|css|yaml|x-yaml|javascript)\s*(?:;|$)/i.test(
    contentType ?? '',
  );
}

/**
 * The segments of a text made of records, such as CSV, JSON, XML or a style sheet: its lines. A line without letters and
 * digits (a closing bracket) belongs to the line before it.
 */
export function segmentRecords(text: string): LeafList {
  return finished(recordLeaves(text));
}

/** The same, piece by piece if the text is large. */
export function* recordLeaves(text: string): Generator<void, LeafList> {
  const leaves = new TextLeaves(text, pathOf);
  let piece: { readonly line: number; readonly part: number; text: string } | null = null;
  const endPiece = (): void => {
    if (piece !== null) leaves.add('line', piece.text, piece.line, piece.part);
  };
  let line = 0;
  for (const content of linesOf(text)) {
    if (++line % linesInPiece === 0 && leaves.canWait) yield;
    const parts = content.length > longestLine ? splitLongLine(content) : [content];
    for (const [place, part] of parts.entries()) {
      if (piece !== null && !/[\p{L}\p{N}]/u.test(part)) {
        piece.text += `\n${part}`;
        continue;
      }
      endPiece();
      piece = { line, part: parts.length === 1 ? 0 : place + 1, text: part };
    }
  }
  endPiece();
  return leaves.list();
}

const ends = new Set(',;{}[]>');

/** Splits after the signs that end something, but not within quotes. */
function splitLongLine(line: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '\\') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && ends.has(sign)) {
      parts.push(line.slice(from, at + 1));
      from = at + 1;
    }
  }
  return from < line.length ? [...parts, line.slice(from)] : parts;
}

function pathOf(line: number, part: number): string {
  return part === 0 ? `text/line[${line}]` : `text/line[${line}]/part[${part}]`;
}

/** Yields the lines one by one: a list of them would take several times the memory of the text. */
function* linesOf(text: string): Generator<string> {
  const ending = /\r\n|[\n\r\f]/g;
  let from = 0;
  for (let found = ending.exec(text); found !== null; found = ending.exec(text)) {
    yield text.slice(from, found.index);
    from = ending.lastIndex;
  }
  yield text.slice(from);
}

/** Collects the leaves of a text that has no mark-up. */
class TextLeaves {
  readonly #writer: TokenWriter;
  readonly #columns: LeafColumns;
  /** Whether reading may pause while other texts are read. */
  readonly canWait: boolean;
  readonly #pathOf: (place: number, part: number) => string;
  #length = 0;

  constructor(text: string, pathOf: (place: number, part: number) => string) {
    // All pieces together have no more bytes than the text, so its size is enough.
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
