import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { learnVolatile } from './learn-volatile.ts';
import { isInList } from './place.ts';
import type { Snapshot } from './snapshot.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** So many pairs of twins in a row without a difference, and a rule no longer holds. */
const mostAgreements = 5;

export interface ReviewedRules {
  readonly kept: readonly VolatileRule[];
  readonly withdrawn: readonly { readonly rule: VolatileRule; readonly reason: string }[];
}

/**
 * Looks at every rule in the light of one more pair of twins. One that shows again is as good as new; one that did not
 * for long, or was contradicted (`confirmChange`), is withdrawn. Should it hold after all, it will be learned again.
 */
export function reviewRules(
  rules: readonly VolatileRule[],
  first: Snapshot,
  second: Snapshot,
  contradicted: readonly VolatileRule[] = [],
  identity: LinkIdentity = asWritten,
): ReviewedRules {
  const seen = learnVolatile(first, second, identity);
  const seenIds = new Set(seen.map(({ id }) => id));
  const doubted = new Set(contradicted.map(({ id }) => id));
  const paths = new Set(first.segments.map(({ path }) => path));
  const kept: VolatileRule[] = [];
  const withdrawn: { rule: VolatileRule; reason: string }[] = [];
  for (const rule of rules) {
    const isThere =
      paths.has(rule.place.path) ||
      (rule.kind === 'order' && [...paths].some((path) => isInList(path, rule.place.path)));
    const shows =
      seenIds.has(rule.id) ||
      seen.some(({ place }) => rule.kind !== 'order' && place.path === rule.place.path);
    const showsInside =
      rule.kind === 'order' && seen.some(({ place }) => isInList(place.path, rule.place.path));
    if (doubted.has(rule.id)) {
      withdrawn.push({ rule, reason: 'two fetches of the same moment agreed on new words there' });
    } else if (shows || showsInside) {
      kept.push({ ...rule, agreements: 0 });
    } else if (!isThere) {
      kept.push(rule);
    } else if (rule.agreements + 1 >= mostAgreements) {
      withdrawn.push({ rule, reason: `${mostAgreements} pairs of fetches in a row agreed there` });
    } else {
      kept.push({ ...rule, agreements: rule.agreements + 1 });
    }
  }
  return { kept, withdrawn };
}
