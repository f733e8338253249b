import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { isInList } from './rule-place.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** After so many pairs of fetches in a row without a difference, a rule no longer holds. */
const mostAgreements = 5;

export interface ReviewedRules {
  readonly kept: readonly VolatileRule[];
  readonly withdrawn: readonly { readonly rule: VolatileRule; readonly reason: string }[];
}

/**
 * Checks rules against one more pair of fetches. A rule whose place differs again is as good as new. One whose place has
 * not differed for long, or that is contradicted (`confirmChange`), is withdrawn; if it holds after all, it is learned
 * again.
 */
export function reviewRules(
  rules: readonly VolatileRule[],
  first: Snapshot,
  second: Snapshot,
  contradicted: readonly VolatileRule[] = [],
  identity: LinkIdentity = asWritten,
): ReviewedRules {
  const seen = learnVolatileRules(first, second, identity);
  const seenIds = new Set(seen.map(({ id }) => id));
  const contradictedIds = new Set(contradicted.map(({ id }) => id));
  const paths = new Set(first.segments.map(({ path }) => path));
  const kept: VolatileRule[] = [];
  const withdrawn: { rule: VolatileRule; reason: string }[] = [];
  for (const rule of rules) {
    const isOnPage =
      paths.has(rule.place.path) ||
      (isAboutList(rule) && [...paths].some((path) => isInList(path, rule.place.path)));
    const differs =
      seenIds.has(rule.id) ||
      seen.some(({ place }) =>
        isAboutList(rule)
          ? place.path === rule.place.path || isInList(place.path, rule.place.path)
          : place.path === rule.place.path,
      );
    if (contradictedIds.has(rule.id)) {
      withdrawn.push({ rule, reason: 'two fetches at the same moment agreed on new words' });
    } else if (differs) {
      kept.push({ ...rule, agreements: 0 });
    } else if (!isOnPage) {
      kept.push(rule);
    } else if (rule.agreements + 1 >= mostAgreements) {
      withdrawn.push({ rule, reason: `${mostAgreements} pairs of fetches in a row agreed` });
    } else {
      const isAlike = rule.kind === 'visitor' && { alike: rule.alike + 1 };
      kept.push({ ...rule, ...isAlike, agreements: rule.agreements + 1 });
    }
  }
  return { kept, withdrawn };
}

function isAboutList({ kind }: VolatileRule): boolean {
  return kind === 'order' || kind === 'list';
}
