import type { Link } from '../link.ts';
import { nameOfTag } from './block-elements.ts';
import { LeafList } from './leaf-list.ts';
import { nodeStride, ORDINAL, PARENT, TAG } from './open-blocks.ts';
import type { Segment, SegmentKind, SegmentNode } from './segment.ts';
import type { TokenStore } from './token-store.ts';

/** The segments of a page as numbers and bytes: nothing of it is an object for each leaf. */
interface SegmentRecords {
  /** As `leaf-columns.ts` describes them. */
  readonly rows: Int32Array;
  /** As `open-blocks.ts` writes them. */
  readonly nodes: Int32Array;
  readonly store: TokenStore;
}

/** The segments of a page (C2). Text, tokens and paths are made on demand. */
export class SegmentTree {
  readonly list: LeafList;
  readonly #nodes: Int32Array;
  readonly #paths: string[] = [''];

  constructor({ rows, nodes, store }: SegmentRecords, links: readonly Link[]) {
    this.#nodes = nodes;
    const pathOf = (node: number, run: number, kind: SegmentKind): string => this.#leafPath(node, run, kind);
    this.list = new LeafList({ rows, store, links, pathOf });
  }

  get leaves(): readonly Segment[] {
    return this.list.segments;
  }

  /** The page with all its nodes. */
  get root(): SegmentNode {
    const nodes = Array.from({ length: this.#nodes.length / nodeStride }, (_, node) => ({
      path: this.#pathOf(node),
      name: nameOfTag[this.#about(node, TAG)] ?? '',
      nodes: [] as SegmentNode[],
      leaves: [] as Segment[],
    }));
    for (const [node, child] of nodes.entries()) nodes[this.#about(node, PARENT)]?.nodes.push(child);
    for (const [place, leaf] of this.leaves.entries()) nodes[this.list.node(place)]?.leaves.push(leaf);
    return nodes[0] ?? { path: '', name: '', nodes: [], leaves: [] };
  }

  /** Title and description are outside the tree. */
  #leafPath(node: number, run: number, kind: SegmentKind): string {
    if (kind === 'title') return 'title';
    if (kind === 'description') return 'meta[description]';
    const path = this.#pathOf(node);
    return run > 1 ? `${path}#${run}` : path;
  }

  /** The recursion is no deeper than the open blocks were. */
  #pathOf(node: number): string {
    const known = this.#paths[node];
    if (known !== undefined) return known;
    const ordinal = this.#about(node, ORDINAL);
    const name = `${nameOfTag[this.#about(node, TAG)]}${ordinal > 1 ? `[${ordinal}]` : ''}`;
    const outer = this.#pathOf(this.#about(node, PARENT));
    const path = outer === '' ? name : `${outer}/${name}`;
    this.#paths[node] = path;
    return path;
  }

  #about(node: number, what: number): number {
    return this.#nodes[node * nodeStride + what] as number;
  }
}
