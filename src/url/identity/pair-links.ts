import { normalizedOrNull } from '../normalize/normalize-url.ts';
import { identityOfNormalized } from './identity-of.ts';
import type { IdentityRule } from './identity-rule.ts';
import { learnIdentityRules } from './learn/learn-identity-rules.ts';

/** Which links of two lists lead to the same page. Every link is in exactly one of the three. */
export interface LinkPairs {
  readonly pairs: readonly (readonly [string, string])[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** The rules learned from the two lists. */
  readonly rules: readonly IdentityRule[];
}

/** Pairs the links of one page, fetched in two sessions (lines 8 to 11 of the algorithm of the paper on session ids, without knowing the ids). */
export function pairLinks(linksA: readonly string[], linksB: readonly string[]): LinkPairs {
  const rules = learnIdentityRules(linksA, linksB);
  const a = byIdentity(linksA, rules);
  const b = byIdentity(linksB, rules);
  const pairs: (readonly [string, string])[] = [];
  for (const [identity, inA] of a) {
    const inB = b.get(identity);
    if (inB === undefined) continue;
    // A page that one list has under two names (its id changed halfway) is paired under both.
    for (let i = 0; i < Math.max(inA.length, inB.length); i++) {
      pairs.push([inA[Math.min(i, inA.length - 1)] ?? '', inB[Math.min(i, inB.length - 1)] ?? '']);
    }
  }
  return { pairs, onlyA: withoutPartner(a, b), onlyB: withoutPartner(b, a), rules };
}

function byIdentity(
  links: readonly string[],
  rules: readonly IdentityRule[],
): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(new Set(links), (link) => {
    const url = normalizedOrNull(link);
    return url === null ? link : identityOfNormalized(url, rules).identity;
  });
}

function withoutPartner(
  own: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...own].flatMap(([identity, links]) => (other.has(identity) ? [] : links));
}
