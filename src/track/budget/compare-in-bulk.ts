import { giveBack } from '../../base/index.ts';
import { countNumbers, type HashSource, NumberedLeaves } from '../compare/number-sequences.ts';
import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import type { Comparison } from '../flags/comparison.ts';
import { HashesWithLinks } from './hashes-with-links.ts';
import { listInBulk } from './list-in-bulk.ts';

/** What is said instead of the single parts. */
const tooMuch = 'too much to compare part by part';

/** A page that has lost so much of itself is another page. */
const mostlyGone = 0.5;

/**
 * Compares versions that differ in too much to be compared part by part, by counting their parts: linear in time and
 * memory. A further fetch at the same moment (`twin`, by its `partsInBulk`) tells a change from noise: what it does not have either was
 * drawn. The work is done piece by piece, so that the caller can do something else in between.
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
