import type { Link } from '../link.ts';
import { nameOfTag } from './block-elements.ts';
import { nodeStride, ORDINAL, PARENT, TAG } from './open-blocks.ts';
import type { Segment, SegmentKind, SegmentNode } from './segment.ts';
import { endTagOffset } from './segment-hash.ts';
import { type LeafRange, type TokenStore, tokenStride } from './token-store.ts';

/** A leaf before its page is complete. */
export interface LeafRecord {
  readonly range: LeafRange;
  readonly kind: SegmentKind;
  /** For leaves outside the tree (title, description): their whole path. */
  readonly ownPath: string | null;
  readonly node: number;
  /** Which leaf of its node it is, from 1. */
  readonly run: number;
  readonly links: readonly Link[];
}

/**
 * The segments of a page (C2). Text, tokens and paths are built on demand: of a page that did not change, only the
 * hashes are read.
 */
export class SegmentTree {
  readonly leaves: readonly Segment[];
  /** As `open-blocks.ts` writes them. */
  readonly #nodes: Int32Array;
  readonly #records: readonly LeafRecord[];
  readonly #paths: string[] = [''];

  constructor(records: readonly LeafRecord[], nodes: Int32Array, store: TokenStore) {
    this.#nodes = nodes;
    this.#records = records;
    this.leaves = records.map((record) => new LeafSegment(record, store, this));
  }

  /** The page with all its nodes. */
  get root(): SegmentNode {
    const nodes = Array.from({ length: this.#nodes.length / nodeStride }, (_, node) => ({
      path: this.pathOf(node),
      name: nameOfTag[this.#about(node, TAG)] ?? '',
      nodes: [] as SegmentNode[],
      leaves: [] as Segment[],
    }));
    for (const [node, child] of nodes.entries()) nodes[this.#about(node, PARENT)]?.nodes.push(child);
    for (const [place, { node }] of this.#records.entries()) {
      const leaf = this.leaves[place];
      if (leaf !== undefined) nodes[node]?.leaves.push(leaf);
    }
    return nodes[0] ?? { path: '', name: '', nodes: [], leaves: [] };
  }

  /** The recursion is no deeper than the open blocks were. */
  pathOf(node: number): string {
    const known = this.#paths[node];
    if (known !== undefined) return known;
    const ordinal = this.#about(node, ORDINAL);
    const name = `${nameOfTag[this.#about(node, TAG)]}${ordinal > 1 ? `[${ordinal}]` : ''}`;
    const outer = this.pathOf(this.#about(node, PARENT));
    const path = outer === '' ? name : `${outer}/${name}`;
    this.#paths[node] = path;
    return path;
  }

  #about(node: number, what: number): number {
    return this.#nodes[node * nodeStride + what] as number;
  }
}

/** A token has some five characters. One with many more counts as several. */
const charactersPerToken = 8;

/**
 * How much there is to compare in a segment, in tokens. They are not read for that: those of a large page take more memory
 * than its text.
 */
export function sizeOfSegment(segment: Segment): number {
  if (segment instanceof LeafSegment) return segment.size;
  return Math.max(segment.tokens.length, segment.text.length / charactersPerToken);
}

class LeafSegment implements Segment {
  readonly #record: LeafRecord;
  readonly #store: TokenStore;
  readonly #tree: SegmentTree;
  #text: string | undefined;
  #tokens: readonly string[] | undefined;

  constructor(record: LeafRecord, store: TokenStore, tree: SegmentTree) {
    this.#record = record;
    this.#store = store;
    this.#tree = tree;
  }

  get kind(): SegmentKind {
    return this.#record.kind;
  }

  get high(): number {
    return this.#record.range.high >>> 0;
  }

  get low(): number {
    return this.#record.range.low >>> 0;
  }

  get links(): readonly Link[] {
    return this.#record.links;
  }

  get path(): string {
    const { ownPath, node, run } = this.#record;
    if (ownPath !== null) return ownPath;
    const path = this.#tree.pathOf(node);
    return run > 1 ? `${path}#${run}` : path;
  }

  get text(): string {
    this.#text ??= this.#store.text.toString(
      'utf8',
      this.#record.range.textStart,
      this.#record.range.textEnd,
    );
    return this.#text;
  }

  get size(): number {
    const { firstToken, endToken, textStart, textEnd } = this.#record.range;
    return Math.max(endToken - firstToken, (textEnd - textStart) / charactersPerToken);
  }

  get tokens(): readonly string[] {
    this.#tokens ??= this.#readTokens();
    return this.#tokens;
  }

  #readTokens(): readonly string[] {
    const { tokens, text } = this.#store;
    const found: string[] = [];
    const { firstToken, endToken } = this.#record.range;
    for (let token = firstToken; token < endToken; token++) {
      const at = token * tokenStride;
      const start = tokens[at] as number;
      found.push(start < 0 ? tagText(~start) : text.toString('utf8', start, tokens[at + 1]));
    }
    return found;
  }
}

function tagText(id: number): string {
  return id >= endTagOffset ? `</${nameOfTag[id - endTagOffset]}>` : `<${nameOfTag[id]}>`;
}
