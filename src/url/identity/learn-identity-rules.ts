import { comparableLinks } from './comparable-links.ts';
import { describePlace, type IdentityRule, type VolatileKind, type VolatilePlace } from './identity-rule.ts';
import { judgeEvidence } from './judge-evidence.ts';
import { type AlignedGroup, alignLinks, placeKey, type TokenizedLink } from './link-alignment.ts';
import { narrowPlaces } from './narrow-place.ts';
import { neighbouringParts } from './neighbouring-parts.ts';
import { type ReadLink, readLink } from './read-link.ts';
import { type UrlToken, wholeToken } from './url-token.ts';
import { collectEvidence, type VolatilityEvidence } from './volatility-evidence.ts';

/**
 * Learns what is volatile in a site's URLs from two link lists of the same page, fetched in two sessions
 * (A3 and A8). First whole values are looked at; what stays unexplained is looked at in parts.
 * Returns no rule for a site without ids. Linear in the number of links.
 */
export function learnIdentityRules(
  linksA: readonly string[],
  linksB: readonly string[],
): readonly IdentityRule[] {
  const a = comparableLinks(linksA).map(readLink);
  const b = comparableLinks(linksB).map(readLink);
  const whole = learn(a.map(wholeTokens), b.map(wholeTokens));
  const partsOf = neighbouringParts(a, b, whole);
  const parts = learn(partsOf.a, partsOf.b);
  return nameKinds([...whole, ...parts]);
}

/** A field that holds others is looked at through them. */
function wholeTokens({ url, fields }: ReadLink): TokenizedLink {
  return { url, tokens: fields.filter(({ inner }) => inner === 0).map(wholeToken), settled: [] };
}

function learn(a: readonly TokenizedLink[], b: readonly TokenizedLink[]): readonly IdentityRule[] {
  const groups = alignLinks(a, b);
  const judged = collectEvidence(groups).flatMap((evidence) => {
    const kind = judgeEvidence(evidence);
    return kind === null ? [] : [{ kind, evidence }];
  });
  if (judged.length === 0) return [];
  const stable = stableTokens(groups);
  return judged.flatMap(({ kind, evidence }) => {
    const examples = [mostFrequent(evidence.a), mostFrequent(evidence.b)] as const;
    return narrowPlaces(evidence.tokens, stable.get(evidence.key) ?? []).map(({ place, shape }) => ({
      kind,
      place,
      shape,
      links: Math.max(totalOf(evidence.a), totalOf(evidence.b)),
      examples,
      evidence: inWords(kind, place, evidence, examples),
    }));
  });
}

/** Tokens that both lists have at aligned places, each once: what no rule may take. */
function stableTokens(groups: readonly AlignedGroup[]): ReadonlyMap<string, readonly UrlToken[]> {
  const byKey = new Map<string, Map<string, UrlToken>>();
  for (const group of groups) {
    for (const link of [...group.a, ...group.b]) {
      for (const token of link.stable) {
        const key = placeKey(token);
        let known = byKey.get(key);
        if (known === undefined) {
          known = new Map();
          byKey.set(key, known);
        }
        const { index, before } = token.field;
        known.set(`${token.value} ${index} ${before} ${token.part?.fromEnd}`, token);
      }
    }
  }
  return new Map([...byKey].map(([key, tokens]) => [key, [...tokens.values()]]));
}

/** The id on most links is the session's; others that recur with it are tokens of the response. */
function nameKinds(rules: readonly IdentityRule[]): readonly IdentityRule[] {
  const ordered = rules.toSorted((x, y) => y.links - x.links);
  const main = ordered.find(({ kind }) => kind === 'session id');
  return ordered.map((rule) =>
    rule.kind === 'session id' && main !== undefined && rule.links * 2 < main.links
      ? { ...rule, kind: 'response token' }
      : rule,
  );
}

function inWords(
  kind: VolatileKind,
  place: VolatilePlace,
  { a, b }: VolatilityEvidence,
  [inA, inB]: readonly [string, string],
): string {
  const where = describePlace(place);
  if (kind === 'link nonce') {
    return `${where}: ${a.size} different values on ${totalOf(a)} links of one list, ${b.size} others on ${totalOf(b)} links of the other, and nothing else differs in them`;
  }
  return `${where}: "${inA}" on ${a.get(inA)} links of one list is "${inB}" on ${b.get(inB)} links of the other, and nothing else differs in them`;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = '';
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value;
  return best;
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
