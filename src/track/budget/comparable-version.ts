import type { LinkIdentity } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { type ComparisonBudget, isTooLong, isWithinBudget } from './comparison-budget.ts';
import { settleTimes } from './settle-times.ts';

/**
 * The last version in the form in which it can be compared with now part by part: as it is, or with the times of now where they only
 * moved on. Null when too much else differs. The work is done piece by piece.
 */
export function* comparableVersion(
  last: Snapshot,
  now: Snapshot,
  identity: LinkIdentity,
  budget: ComparisonBudget,
): Generator<void, Snapshot | null> {
  if (isWithinBudget(last, now, identity, budget)) return last;
  yield;
  if (isTooLong(last) || isTooLong(now)) return null;
  const settled = yield* settleTimes(last, now, identity);
  yield;
  return isWithinBudget(settled, now, identity, budget) ? settled : null;
}
