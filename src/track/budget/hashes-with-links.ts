import type { Leaves } from '../../document/index.ts';
import type { HashSource } from '../compare/number-sequences.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';

/** The hashes of leaves together with their links, for versions that are only held against each other as a whole. */
export class HashesWithLinks implements HashSource {
  readonly #leaves: Leaves;
  readonly #identity: LinkIdentity;
  /** The leaf that was read last: both lanes of a hash are asked for. */
  #leaf = -1;
  #high = 0;
  #low = 0;

  constructor(leaves: Leaves, identity: LinkIdentity) {
    this.#leaves = leaves;
    this.#identity = identity;
  }

  get length(): number {
    return this.#leaves.length;
  }

  high(leaf: number): number {
    this.#read(leaf);
    return this.#high;
  }

  low(leaf: number): number {
    this.#read(leaf);
    return this.#low;
  }

  #read(leaf: number): void {
    if (leaf === this.#leaf) return;
    this.#leaf = leaf;
    this.#high = this.#leaves.high(leaf);
    this.#low = this.#leaves.low(leaf);
    for (const link of this.#leaves.links(leaf)) {
      const name = this.#identity(link);
      for (let i = 0; i < name.length; i++) {
        const code = name.charCodeAt(i);
        this.#high = Math.imul(this.#high ^ code, 0x01000193);
        this.#low = (Math.imul(this.#low, 31) + code) | 0;
      }
    }
  }
}

/** All that is needed of a further fetch: the version itself, which may be large, can be forgotten. */
export function partsInBulk(version: Snapshot, identity: LinkIdentity): HashSource {
  const hashes = new HashesWithLinks(leavesIn(version), identity);
  const [high, low] = [new Int32Array(hashes.length), new Int32Array(hashes.length)];
  for (let leaf = 0; leaf < hashes.length; leaf++) {
    high[leaf] = hashes.high(leaf);
    low[leaf] = hashes.low(leaf);
  }
  return {
    length: hashes.length,
    high: (leaf) => high[leaf] as number,
    low: (leaf) => low[leaf] as number,
  };
}
