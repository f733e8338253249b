import { giveBack } from '../../base/index.ts';
import type { Link } from '../link.ts';
import * as columns from './leaf-columns.ts';
import type { Segment, SegmentKind } from './segment.ts';
import { readTokens, type TokenStore } from './token-store.ts';

/**
 * The leaves of a version in order. Hashes and sizes of a large page are read without making a segment for each leaf; `segments` makes them
 * all.
 */
export interface Leaves {
  readonly length: number;
  readonly segments: readonly Segment[];
  /** The lanes of a leaf's hash, signed. */
  high(leaf: number): number;
  low(leaf: number): number;
  links(leaf: number): readonly Link[];
  /** The amount of content to compare in it, in tokens. */
  size(leaf: number): number;
  /** Frees their memory at once, if it is much; the leaves cannot be read afterwards. */
  release(): void;
  /** The leaf as a segment; the same object each time once `segments` was read, otherwise a new one. */
  at(leaf: number): Segment;
  /** Their text, for callers that read it without making segments; null where segments were made one by one. */
  readonly written: WrittenLeaves | null;
}

/** The texts of all leaves as UTF-8, one after the other. */
export interface WrittenLeaves {
  readonly bytes: Buffer;
  /** Where the text of a leaf begins, and the byte after it. */
  start(leaf: number): number;
  end(leaf: number): number;
}

/** Leaves as rows of numbers. */
interface LeafRows {
  /** As `leaf-columns.ts` describes them. */
  readonly rows: Int32Array;
  readonly store: TokenStore;
  /** The links of all leaves. */
  readonly links: readonly Link[];
  pathOf(node: number, run: number, kind: SegmentKind): string;
}

const noLinks: readonly Link[] = [];

/** A token has about five characters. A token with many more counts as several. */
const charactersPerToken = 8;

/** Leaves whose segments are made on demand: for an unchanged page, only the hashes are read. */
export class LeafList implements Leaves {
  readonly length: number;
  readonly #source: LeafRows;
  readonly #rows: Int32Array;
  #segments: readonly Segment[] | null = null;

  constructor(source: LeafRows) {
    this.#source = source;
    this.#rows = source.rows;
    this.length = source.rows.length / columns.leafStride;
  }

  get segments(): readonly Segment[] {
    this.#segments ??= Array.from({ length: this.length }, (_, leaf) => new LeafSegment(this, leaf));
    return this.#segments;
  }

  at(leaf: number): Segment {
    return this.#segments?.[leaf] ?? new LeafSegment(this, leaf);
  }

  high(leaf: number): number {
    return this.#rows[leaf * columns.leafStride + columns.HIGH] as number;
  }

  low(leaf: number): number {
    return this.#rows[leaf * columns.leafStride + columns.LOW] as number;
  }

  links(leaf: number): readonly Link[] {
    const [from, to] = [this.#start(leaf, columns.END_LINK), this.#end(leaf, columns.END_LINK)];
    return from === to ? noLinks : this.#source.links.slice(from, to);
  }

  size(leaf: number): number {
    const bytes = this.#end(leaf, columns.TEXT_END) - this.#start(leaf, columns.TEXT_END);
    return Math.max(this.#end(leaf, columns.TOKENS), bytes / charactersPerToken);
  }

  kind(leaf: number): SegmentKind {
    return columns.kindOf(this.#end(leaf, columns.RUN_AND_KIND));
  }

  /** The number of the block that it is in. */
  node(leaf: number): number {
    return this.#end(leaf, columns.NODE);
  }

  path(leaf: number): string {
    const packed = this.#end(leaf, columns.RUN_AND_KIND);
    return this.#source.pathOf(this.node(leaf), columns.runOf(packed), columns.kindOf(packed));
  }

  text(leaf: number): string {
    const [from, to] = [this.#start(leaf, columns.TEXT_END), this.#end(leaf, columns.TEXT_END)];
    return this.#source.store.text.toString('utf8', from, to);
  }

  tokens(leaf: number): readonly string[] {
    return readTokens(this.#source.store, {
      text: this.#start(leaf, columns.TEXT_END),
      textEnd: this.#end(leaf, columns.TEXT_END),
      tag: this.#start(leaf, columns.END_TAG),
      endTag: this.#end(leaf, columns.END_TAG),
    });
  }

  get written(): WrittenLeaves {
    return {
      bytes: this.#source.store.text,
      start: (leaf) => this.#start(leaf, columns.TEXT_END),
      end: (leaf) => this.#end(leaf, columns.TEXT_END),
    };
  }

  release(): void {
    for (const column of [this.#rows, this.#source.store.text, this.#source.store.tags]) giveBack(column);
  }

  #end(leaf: number, column: number): number {
    return this.#rows[leaf * columns.leafStride + column] as number;
  }

  #start(leaf: number, column: number): number {
    return leaf === 0 ? 0 : this.#end(leaf - 1, column);
  }
}

/** Adapts segments that were made one by one to `Leaves`. */
export function leavesOf(segments: readonly Segment[]): Leaves {
  const at = (leaf: number): Segment => segments[leaf] as Segment;
  return {
    length: segments.length,
    segments,
    high: (leaf) => at(leaf).high | 0,
    low: (leaf) => at(leaf).low | 0,
    links: (leaf) => at(leaf).links,
    size: (leaf) => sizeOfSegment(at(leaf)),
    release: () => undefined,
    at,
    written: null,
  };
}

/**
 * The amount of content to compare in a segment, in tokens. Estimated without reading the tokens: those of a large page take more memory
 * than its text.
 */
function sizeOfSegment(segment: Segment): number {
  if (segment instanceof LeafSegment) return segment.size;
  return Math.max(segment.tokens.length, segment.text.length / charactersPerToken);
}

class LeafSegment implements Segment {
  readonly #list: LeafList;
  readonly #leaf: number;
  #text: string | undefined;
  #tokens: readonly string[] | undefined;
  #links: readonly Link[] | undefined;

  constructor(list: LeafList, leaf: number) {
    this.#list = list;
    this.#leaf = leaf;
  }

  get kind(): SegmentKind {
    return this.#list.kind(this.#leaf);
  }

  get high(): number {
    return this.#list.high(this.#leaf) >>> 0;
  }

  get low(): number {
    return this.#list.low(this.#leaf) >>> 0;
  }

  get links(): readonly Link[] {
    this.#links ??= this.#list.links(this.#leaf);
    return this.#links;
  }

  get path(): string {
    return this.#list.path(this.#leaf);
  }

  get text(): string {
    this.#text ??= this.#list.text(this.#leaf);
    return this.#text;
  }

  get size(): number {
    return this.#list.size(this.#leaf);
  }

  get tokens(): readonly string[] {
    this.#tokens ??= this.#list.tokens(this.#leaf);
    return this.#tokens;
  }
}
