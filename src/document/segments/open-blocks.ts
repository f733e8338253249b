import * as names from '../html-names.ts';
import { endsThroughCells, impliedEnds, isTransparent, stopsEndTags } from './block-elements.ts';

/** Elements nested deeper give no further level: no page that people read has so many, and paths stay short. */
const deepest = 64;

/**
 * The block elements that are open at some place of a page, as nodes with a parent and a number among their siblings
 * of the same name. Every call takes a bounded time, whatever the page says.
 */
export class OpenBlocks {
  /** For every node its parent, its tag, its number. Node 0 is the page. */
  readonly parents: number[] = [-1];
  readonly tags: number[] = [0];
  readonly ordinals: number[] = [1];
  readonly #nodes = new Int32Array(deepest + 1);
  readonly #open = new Uint8Array(deepest + 1);
  readonly #counts = scratchCounts;
  #depth = 0;
  /** Elements that are open beyond the deepest level. */
  #beyond = 0;

  constructor() {
    this.#counts.fill(0, 0, names.tagCount);
  }

  /** The innermost node. */
  get node(): number {
    return this.#nodes[this.#depth] as number;
  }

  /** Its tag; 0 for the page itself. */
  get tag(): number {
    return this.#open[this.#depth] as number;
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
    const counts = this.#depth * names.tagCount + tag;
    const ordinal = (this.#counts[counts] as number) + 1;
    this.#counts[counts] = ordinal;
    this.parents.push(this.node);
    this.tags.push(tag);
    this.ordinals.push(ordinal);
    const depth = ++this.#depth;
    this.#nodes[depth] = this.parents.length - 1;
    this.#open[depth] = tag;
    this.#counts.fill(0, depth * names.tagCount, (depth + 1) * names.tagCount);
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

/** Levels are cleared when they are entered, so that pages can share them, one after the other. */
const scratchCounts = new Int32Array((deepest + 1) * names.tagCount);
