import { hashText } from '../../document/index.ts';
import { compareSegments, type Snapshot } from '../compare/compare-segments.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import { judgeChanges } from '../noise/judge-changes.ts';
import { type JudgedChange, realChange } from '../noise/judged-change.ts';
import type { VolatileRule } from '../noise/volatile-rule.ts';

/** How many new segments are judged one by one: where everything is new, noise does not matter. */
const mostJudged = 5000;

/** The differences between two stored versions, with noise by the given rules: there is no second fetch to ask. */
export function judgeVersions(
  before: Snapshot,
  after: Snapshot,
  rules: readonly VolatileRule[],
  identity: LinkIdentity,
): readonly JudgedChange[] {
  const known = new Set(before.segments.map(hashText));
  if (after.segments.filter((segment) => !known.has(hashText(segment))).length <= mostJudged) {
    // The run fetched the page a second time before it reported a change.
    const judged = judgeChanges(before, after, rules, { identity, hasTwin: true });
    return judged.map((one) => ({ ...one, isNoise: isKnownNoise(one) }));
  }
  const reason = 'almost everything is new';
  return compareSegments(before.segments, after.segments, identity)
    .filter(({ flag }) => flag !== 'same')
    .map((change) => realChange(change, reason));
}

/** A rule stores the texts that rotate at its place; a different text there is one that two fetches agreed on. */
function isKnownNoise({ isNoise, isCertain, rules }: JudgedChange): boolean {
  return isNoise && (isCertain || rules.every(({ kind }) => kind !== 'segment'));
}
