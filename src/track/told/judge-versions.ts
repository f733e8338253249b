import { finished } from '../../base/index.ts';
import { comparableVersion } from '../budget/comparable-version.ts';
import { visitBudget } from '../budget/comparison-budget.ts';
import { listInBulk } from '../budget/list-in-bulk.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import { judgeChanges } from '../noise/judge-changes.ts';
import type { JudgedChange } from '../noise/judged-change.ts';
import type { VolatileRule } from '../noise/volatile-rule.ts';

/** The differences between two stored versions, with noise by the given rules: there is no second fetch to ask. */
export function judgeVersions(
  before: Snapshot,
  after: Snapshot,
  rules: readonly VolatileRule[],
  identity: LinkIdentity,
): readonly JudgedChange[] {
  const comparable = finished(comparableVersion(before, after, identity, visitBudget));
  if (comparable === null) return listInBulk(leavesIn(before), leavesIn(after));
  // The run fetched the page a second time before it reported a change.
  const judged = judgeChanges(comparable, after, rules, { identity, hasTwin: true });
  return judged.map((one) => ({ ...one, isNoise: isKnownNoise(one) }));
}

/** A rule stores the texts that rotate at its place; a different text there is one that two fetches agreed on. */
function isKnownNoise({ isNoise, isCertain, rules }: JudgedChange): boolean {
  return isNoise && (isCertain || rules.every(({ kind }) => kind !== 'segment'));
}
