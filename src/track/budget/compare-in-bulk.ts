import { giveBack } from '../../base/index.ts';
import type { Leaves } from '../../document/index.ts';
import { countNumbers, type HashSource, NumberedLeaves } from '../compare/number-sequences.ts';
import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import type { Comparison } from '../flags/comparison.ts';
import { listInBulk } from './list-in-bulk.ts';

/** The reason that is reported instead of single parts. */
const tooMuch = 'too much to compare part by part';

/** A page that has lost at least this part of its content counts as another page. */
const mostlyGone = 0.5;

/**
 * Compares versions that differ in too much to be compared part by part, by counting their parts: linear in time and
 * memory. A further fetch at the same moment (`twin`, by its `partsInBulk`) distinguishes a change from noise: what only one of the fetches
 * has is rotating. The work is done piece by piece, so that the caller can do something else in between.
 */
export function* compareInBulk(
  last: Snapshot,
  now: Snapshot,
  twin: HashSource | null,
  identity: LinkIdentity = asWritten,
): Generator<void, Comparison> {
  const numbers = new NumberedLeaves();
  const sequences: Int32Array[] = [];
  for (const version of [last, now]) {
    sequences.push(numbers.numbersIn(new HashesWithLinks(leavesIn(version), identity)));
    yield;
  }
  if (twin !== null) sequences.push(numbers.numbersIn(twin));
  numbers.release();
  yield;
  const { size: count } = numbers;
  const [before = new Int32Array(), ...fetches] = sequences;
  const changed = (summary: string): Comparison => {
    const judged = listInBulk(leavesIn(last), leavesIn(now), { sequences, count });
    return { level: 'changed', summary, judged };
  };
  const { came, gone } = countChanges(before, fetches, count);
  if (came + gone > 0) {
    const counts = `${counted(came, 'new part')}, ${counted(gone, 'part')} gone; ${tooMuch}`;
    return changed(gone >= mostlyGone * before.length ? `replaced: ${counts}` : counts);
  }
  const [own = before, other = own] = fetches;
  if (!areEqual(own, other))
    return { level: 'only noise', noise: `fetches at the same moment differ in as much; ${tooMuch}` };
  if (areEqual(before, own)) return { level: 'same segments' };
  return changed(`the same parts in another order; ${tooMuch}`);
}

/** How many parts all fetches have more often than the last version, and how many they have less often. */
function countChanges(
  before: Int32Array,
  fetches: readonly Int32Array[],
  count: number,
): { readonly came: number; readonly gone: number } {
  const last = countNumbers(before, count);
  const [own = last, ...others] = fetches.map((fetch) => countNumbers(fetch, count));
  let came = 0;
  let gone = 0;
  for (let part = 0; part < count; part++) {
    let [least, most] = [own[part] as number, own[part] as number];
    for (const other of others) {
      least = Math.min(least, other[part] as number);
      most = Math.max(most, other[part] as number);
    }
    came += Math.max(0, least - (last[part] as number));
    gone += Math.max(0, (last[part] as number) - most);
  }
  for (const counts of [last, own, ...others]) giveBack(counts);
  return { came, gone };
}

function areEqual(one: Int32Array, other: Int32Array): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The hashes of leaves together with their links, for versions that are only compared as a whole. */
class HashesWithLinks implements HashSource {
  readonly #leaves: Leaves;
  readonly #identity: LinkIdentity;
  /** The leaf that was read last: it is cached because both lanes of its hash are read. */
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

/** All that is needed of a further fetch: the version itself, which may be large, can be released. */
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
