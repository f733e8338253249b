import { giveBack } from '../../base/index.ts';
import type { Leaves } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { countNumbers, numberLeaves } from '../compare/number-sequences.ts';
import type { JudgedChange } from '../noise/judged-change.ts';

/** A longer list does not help a reader. */
const mostListed = 1000;

/**
 * Some of what differs between versions that differ in too much to be compared part by part, in the order of the page: first
 * what is gone, then what came. Nothing is paired, so no part is "changed"; parts that only moved are listed if nothing else
 * differs. Linear in time and memory. `sequences` are the parts of both versions as numbers, if they are known.
 */
export function listInBulk(
  last: Leaves,
  now: Leaves,
  { sequences, count } = numberLeaves([last, now]),
): readonly JudgedChange[] {
  const [before = new Int32Array(), after = new Int32Array()] = sequences;
  const list = new ChangeList();
  const [inLast, inNow] = [countNumbers(before, count), countNumbers(after, count)];
  surplus(before, inLast, inNow, (at) =>
    list.add(() => ({ flag: 'gone', before: last.at(at), after: null })),
  );
  surplus(after, inNow, inLast, (at) => list.add(() => ({ flag: 'new', before: null, after: now.at(at) })));
  giveBack(inLast);
  giveBack(inNow);
  if (!list.isEmpty) return list.judged();
  const places = new Int32Array(count).fill(-1);
  for (let at = 0; at < before.length; at++) places[before[at] as number] = at;
  for (let at = 0; at < after.length; at++) {
    const from = places[after[at] as number] as number;
    if (before[at] === after[at] || from < 0) continue;
    list.add(() => ({ flag: 'moved', before: last.at(from), after: now.at(at) }));
  }
  return list.judged();
}

/** Calls `take` with the positions of parts that one version has more often than the other: the last occurrences of each part. */
function surplus(
  sequence: Int32Array,
  own: Int32Array,
  others: Int32Array,
  take: (at: number) => void,
): void {
  const shared = own.map((times, part) => Math.min(times, others[part] as number));
  for (let at = 0; at < sequence.length; at++) {
    const part = sequence[at] as number;
    if ((shared[part] as number) > 0) shared[part] = (shared[part] as number) - 1;
    else take(at);
  }
  giveBack(shared);
}

class ChangeList {
  readonly #changes: SegmentChange[] = [];
  #unlisted = 0;

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  /** No segments are made for changes that are not listed. */
  add(change: () => SegmentChange): void {
    if (this.#changes.length < mostListed) this.#changes.push(change());
    else this.#unlisted++;
  }

  judged(): readonly JudgedChange[] {
    const more = this.#unlisted === 0 ? '' : `; ${this.#unlisted.toLocaleString('en')} more differ`;
    const reason = `too much to compare part by part${more}`;
    const judgement = { isNoise: false, isCertain: true, reason, rules: [], endless: [] };
    return this.#changes.map((change) => ({ change, ...judgement }));
  }
}
