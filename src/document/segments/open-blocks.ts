import * as names from '../html/html-names.ts';
import { endsThroughCells, impliedEnds, isTransparent, stopsEndTags } from './block-elements.ts';
import { takeNumbers } from './leaf-columns.ts';

/** Deeper elements add no level: pages for people are not nested so deeply, and paths stay short. */
const deepest = 64;

/** How many numbers of the list describe a node. Node 0 is the page. */
export const nodeStride = 3;
export const PARENT = 0;
export const TAG = 1;
/** The number of the node among its siblings of the same name. */
export const ORDINAL = 2;

/**
 * The block elements that are open at a point of a page, as nodes with a parent and a number among their siblings of the same name. Every
 * call takes bounded time, whatever the page contains.
 */
export class OpenBlocks {
  #list: Int32Array;
  readonly #counts: ChildCounts;
  #size = 0;
  readonly #nodes = new Int32Array(deepest + 1);
  readonly #leaves = new Int32Array(deepest + 1);
  readonly #open = new Uint8Array(deepest + 1);
  readonly #blocks = new Float64Array(deepest + 1);
  #depth = 0;
  /** Open elements beyond the deepest level. */
  #beyond = 0;

  /** `isShared`: whether no other page is read at the same time, so that the memory can be shared. */
  constructor(isShared = true) {
    this.#list = isShared ? scratchList : new Int32Array(scratchList.length);
    this.#counts = isShared ? scratchCounts : new ChildCounts();
    this.#add(0, -1, 0, 1);
  }

  /** The innermost node. */
  get node(): number {
    return this.#nodes[this.#depth] as number;
  }

  /** Its tag; 0 for the page itself. */
  get tag(): number {
    return this.#open[this.#depth] as number;
  }

  /** The ordinal of the next leaf in the innermost node, from 1. */
  nextLeaf(): number {
    const leaf = (this.#leaves[this.#depth] as number) + 1;
    this.#leaves[this.#depth] = leaf;
    return leaf;
  }

  /** All nodes so far. */
  nodes(): Int32Array {
    return takeNumbers(this.#list, this.#size, scratchList);
  }

  open(tag: number): void {
    if (this.#beyond > 0) {
      this.#beyond++;
      return;
    }
    // Every block ends a paragraph (HTML 13.2.6.4.7).
    while (this.#depth > 0 && this.#open[this.#depth] === names.P) this.#depth--;
    this.#closeImplied(tag);
    if (isTransparent[tag] === 1) return;
    if (this.#depth === deepest) {
      this.#beyond++;
      return;
    }
    const ordinal = this.#counts.next(
      this.#depth * names.tagCount + tag,
      this.#blocks[this.#depth] as number,
    );
    const parent = this.node;
    this.#add(++this.#depth, parent, tag, ordinal);
  }

  close(tag: number): void {
    if (isTransparent[tag] === 1) return;
    if (this.#beyond > 0) {
      this.#beyond--;
      return;
    }
    const passesCells = endsThroughCells[tag] === 1;
    for (let depth = this.#depth; depth > 0; depth--) {
      const open = this.#open[depth] as number;
      if (open === tag) {
        this.#depth = depth - 1;
        return;
      }
      if (!passesCells && stopsEndTags[open] === 1) return;
    }
  }

  #add(depth: number, parent: number, tag: number, ordinal: number): void {
    const at = this.#size;
    if (at === this.#list.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#list);
      this.#list = grown;
    }
    this.#list[at + PARENT] = parent;
    this.#list[at + TAG] = tag;
    this.#list[at + ORDINAL] = ordinal;
    this.#size = at + nodeStride;
    this.#nodes[depth] = at / nodeStride;
    this.#leaves[depth] = 0;
    this.#open[depth] = tag;
    this.#blocks[depth] = ++blocksEver;
  }

  #closeImplied(tag: number): void {
    const end = impliedEnds[tag];
    if (end === null || end === undefined) return;
    for (let depth = this.#depth; depth > 0; depth--) {
      const open = this.#open[depth] as number;
      if (end.closes[open] === 1) {
        this.#depth = depth - 1;
        return;
      }
      if (end.stopsAt[open] === 1) return;
    }
  }
}

/**
 * How many children of a name the open block of a level has. A count belongs to the block that made it and is 0 for any other, so pages share the
 * memory without clearing it.
 */
class ChildCounts {
  readonly #counts = new Int32Array((deepest + 1) * names.tagCount);
  readonly #countedFor = new Float64Array((deepest + 1) * names.tagCount);

  next(place: number, block: number): number {
    const ordinal = this.#countedFor[place] === block ? (this.#counts[place] as number) + 1 : 1;
    this.#countedFor[place] = block;
    this.#counts[place] = ordinal;
    return ordinal;
  }
}

let blocksEver = 0;

/** Shared by pages of usual size, one after the other. */
const scratchList = new Int32Array(4096 * nodeStride);
const scratchCounts = new ChildCounts();
