import { getOrInsert, mostFrequent } from '../../../base/index.ts';
import type { UrlToken } from '../fields/url-token.ts';
import { identityOfNormalized } from '../identity-of.ts';
import {
  describePlace,
  type IdentityRule,
  placeMatches,
  ruleMatches,
  type VolatileKind,
  type VolatilePlace,
} from '../identity-rule.ts';
import { shapeOf, type ValueShape } from '../value-shape.ts';
import { isDoubtfulSessionName } from '../well-known-session-ids.ts';
import {
  type AlignedGroup,
  alignLinks,
  neighbouringParts,
  placeKey,
  SUSPECT,
  type TokenizedLink,
  tokenizeLink,
} from './align-links.ts';
import { collectEvidence, judgeEvidence, totalOf, type VolatilityEvidence } from './collect-evidence.ts';
import { contentPlaces } from './content-places.ts';
import { comparableLinks, SAMPLE, sampleLinks } from './sample-links.ts';

/** Rounds of learning; differences that remain afterwards stay unexplained. */
const MOST_ROUNDS = 4;

/**
 * Learns what is volatile in a site's URLs from two link lists of the same page, fetched in two sessions
 * (section 3 of the paper on session ids, extended to ids of any kind). Returns no rule for a site without ids. Linear
 * in the number of links: each round takes a sample of the links that the rules so far do not explain.
 */
export function learnIdentityRules(
  linksA: readonly string[],
  linksB: readonly string[],
): readonly IdentityRule[] {
  const a = comparableLinks(linksA);
  const b = comparableLinks(linksB);
  const content = contentOf(a, b);
  let rules: readonly IdentityRule[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = learnFromSample(a, b, rules);
    if (found.length === 0) break;
    rules = [...rules, ...found];
    if (a.length <= SAMPLE && b.length <= SAMPLE) break; // the sample was the whole list
  }
  const isContent = new Set(content.map(({ place }) => describePlace(place)));
  return [...nameKinds(rules.filter(({ place }) => !isContent.has(describePlace(place)))), ...content];
}

/** Names that are used for session ids, at places where the lists show that they select content. */
function contentOf(a: readonly string[], b: readonly string[]): readonly IdentityRule[] {
  const found = [...contentPlaces(a), ...contentPlaces(b), ...contentInBoth(a, b)];
  return [...new Map(found.map((rule) => [describePlace(rule.place), rule])).values()];
}

/** Two values are enough when both sessions have them: neither is the id of a session. */
function contentInBoth(a: readonly string[], b: readonly string[]): readonly IdentityRule[] {
  const inB = new Set(b);
  return contentPlaces(
    a.filter((url) => inB.has(url)),
    [],
    2,
  );
}

/** The rules of one round, those on most links first. One round is enough to find the id that most links have. */
export function learnFromSample(
  a: readonly string[],
  b: readonly string[],
  known: readonly IdentityRule[],
): readonly IdentityRule[] {
  const identity = (url: string) =>
    known.length === 0 ? url : identityOfNormalized(url, known, { guess: false }).identity;
  const [namesA, namesB] = [a.map(identity), b.map(identity)];
  const [inA, inB] = [new Set(namesA), new Set(namesB)];
  const open = sampleLinks(
    a.filter((_, i) => !inB.has(namesA[i] ?? '')),
    b.filter((_, i) => !inA.has(namesB[i] ?? '')),
  );
  if (open.a.length === 0 || open.b.length === 0) return [];
  // Links that both lists have show what a rule must not match.
  const explained = sampleLinks(
    a.filter((_, i) => inB.has(namesA[i] ?? '')),
    b.filter((_, i) => inA.has(namesB[i] ?? '')),
  );
  return nameKinds(learn([...open.a, ...explained.a], [...open.b, ...explained.b], known));
}

/** Whole values are judged first; those that stay unexplained are judged in parts. */
function learn(
  a: readonly string[],
  b: readonly string[],
  known: readonly IdentityRule[],
): readonly IdentityRule[] {
  const linksA = a.map((url) => tokenizeLink(url, known));
  const linksB = b.map((url) => tokenizeLink(url, known));
  const whole = judgeAll(linksA, linksB);
  const parts = neighbouringParts(linksA, linksB, whole);
  return [...whole, ...judgeAll(parts.a, parts.b)];
}

function judgeAll(a: readonly TokenizedLink[], b: readonly TokenizedLink[]): readonly IdentityRule[] {
  const alignment = alignLinks(a, b);
  const judged = withOtherPlaces(
    collectEvidence(alignment).map((evidence) => ({ evidence, kind: judgeEvidence(evidence) })),
  );
  if (judged.length === 0) return [];
  const stable = stableTokens(alignment.groups);
  return judged.flatMap(({ kind, evidence }) => {
    const examples = [mostFrequent(evidence.a) ?? '', mostFrequent(evidence.b) ?? ''] as const;
    const stableThere = stable.get(evidence.key) ?? [];
    return narrowPlaces(evidence.tokens, stableThere).map(({ place, shape, except }) => ({
      kind,
      place,
      shape,
      ...onlyIdsAt(place, evidence, stableThere),
      ...(except !== undefined && { except }),
      ...(place.carrier === 'host' && domainOf(evidence)),
      links: Math.max(totalOf(evidence.a), totalOf(evidence.b)),
      examples,
      evidence: inWords(kind, place, evidence, examples),
    }));
  });
}

const LINKS_FOR_ONLY_IDS = 6;
const COVERAGE_FOR_ONLY_IDS = 0.25;
/** A path segment has no name; only its position identifies it, so it needs more evidence. */
const COVERAGE_FOR_ONLY_IDS_IN_PATHS = 0.9;

/** Whether a place is on many links and holds nothing but such values. */
function onlyIdsAt(
  place: VolatilePlace,
  { a, b, coverage, tokens }: VolatilityEvidence,
  stable: readonly UrlToken[],
): Pick<IdentityRule, 'onlyIds' | 'after'> {
  const isNamed = place.name !== null;
  const [after, ...more] = new Set(tokens.map(({ field }) => field.before));
  if (place.part !== null || (!isNamed && (place.carrier !== 'segment' || more.length > 0))) return {};
  if (Math.min(totalOf(a), totalOf(b)) < LINKS_FOR_ONLY_IDS) return {};
  if (coverage < (isNamed ? COVERAGE_FOR_ONLY_IDS : COVERAGE_FOR_ONLY_IDS_IN_PATHS)) return {};
  if (stable.some((token) => placeMatches(place, token))) return {};
  return isNamed || after === undefined ? { onlyIds: true } : { onlyIds: true, after };
}

/** The domain after the label with the id, when it is the same for all hosts. */
function domainOf({ hosts }: VolatilityEvidence): { readonly domain?: string } {
  const domains = new Set(hosts.map((host) => host.slice(host.lastIndexOf(SUSPECT) + 1).replace(/^\./, '')));
  const [domain] = domains;
  return domains.size === 1 && domain !== undefined && /[a-z]/i.test(domain) ? { domain } : {};
}

interface Judged {
  readonly evidence: VolatilityEvidence;
  readonly kind: VolatileKind;
}

/** The value of a known id is an id wherever it occurs, even once and under another name. */
function withOtherPlaces(
  judged: readonly { readonly evidence: VolatilityEvidence; readonly kind: VolatileKind | null }[],
): readonly Judged[] {
  const ids = judged.filter(({ kind }) => kind === 'session id').map(({ evidence }) => evidence);
  const [idsA, idsB] = [
    new Set(ids.flatMap(({ a }) => [...a.keys()])),
    new Set(ids.flatMap(({ b }) => [...b.keys()])),
  ];
  return judged.flatMap(({ evidence, kind }) => {
    if (kind !== null) return [{ evidence, kind }];
    const isKnown =
      evidence.a.keys().every((value) => idsA.has(value)) &&
      evidence.b.keys().every((value) => idsB.has(value));
    return isKnown ? [{ evidence, kind: 'session id' }] : [];
  });
}

/** Tokens that both lists have at aligned places, each once: no rule may match them. */
function stableTokens(groups: readonly AlignedGroup[]): ReadonlyMap<string, readonly UrlToken[]> {
  const byKey = new Map<string, Map<string, UrlToken>>();
  for (const { a, b } of groups) {
    for (const { stable } of [...a, ...b]) {
      for (const token of stable) {
        const known = getOrInsert(byKey, placeKey(token), () => new Map<string, UrlToken>());
        const { index, before } = token.field;
        known.set(`${token.value} ${index} ${before} ${token.part?.fromEnd}`, token);
      }
    }
  }
  return new Map([...byKey].map(([key, tokens]) => [key, [...tokens.values()]]));
}

/** The id on most links is the session id; others that recur with it are tokens of the response. */
function nameKinds(rules: readonly IdentityRule[]): readonly IdentityRule[] {
  const ordered = rules.toSorted((x, y) => y.links - x.links);
  const main = ordered.find(({ kind }) => kind === 'session id');
  return ordered.map((rule) =>
    rule.kind === 'session id' &&
    main !== undefined &&
    rule.links * 2 < main.links &&
    rule.examples[0] !== main.examples[0]
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

/** A place, and what the values there look like. */
interface NarrowPlace {
  readonly place: VolatilePlace;
  readonly shape: ValueShape;
  readonly except?: readonly string[];
}

/** A forum has links that people copied with their id in them: one such value is allowed for this many links with the id. */
const LINKS_PER_EXCEPTION = 8;

/**
 * Describes where the tokens of one id are, as broadly as the evidence allows: a description that would also match
 * a token that is stable between the two lists is narrowed or dropped. Returns several places when no single
 * description covers them all, and none when the place cannot be distinguished from content.
 */
function narrowPlaces(tokens: readonly UrlToken[], stable: readonly UrlToken[]): readonly NarrowPlace[] {
  const shape = shapeOf(tokens.map(({ value }) => value));
  for (const places of descriptions(tokens)) {
    if (places.some((place) => stable.some((token) => ruleMatches({ place, shape }, token)))) continue;
    return places.map((place) => ({ place, shape }));
  }
  const { carrier, name, part } = tokens[0] ?? {};
  if (carrier === undefined || name == null || part !== null) return [];
  const place: VolatilePlace = { carrier, name, index: null, before: null, part: null };
  const except = distinct(
    stable.filter((token) => ruleMatches({ place, shape }, token)).map(({ value }) => value),
  );
  // Each list has its own link to a page, so there are two tokens per page.
  if (except.length * LINKS_PER_EXCEPTION * 2 > tokens.length) return [];
  // Under a name for session ids, it is the id of another visitor, copied into a link.
  return [isDoubtfulSessionName(name) ? { place, shape } : { place, shape, except }];
}

/** From the widest to the narrowest; each is a list of places that together cover all tokens. */
function* descriptions(tokens: readonly UrlToken[]): Generator<readonly VolatilePlace[]> {
  const first = tokens[0];
  if (first === undefined) return;
  const { carrier, name } = first;
  const part = commonPart(tokens);
  const anywhere: VolatilePlace = { carrier, name, index: null, before: null, part };
  if (name !== null || carrier === 'query' || carrier === 'matrix') {
    yield [anywhere];
    return;
  }
  const indexes = distinct(tokens.map(({ field }) => field.index));
  if (indexes.length > 1) yield [anywhere];
  yield indexes.map((index) => ({ ...anywhere, index }));
  const befores = distinct(tokens.map(({ field }) => field.before));
  yield befores.map((before) => ({ ...anywhere, before }));
  yield indexes
    .flatMap((index) => befores.map((before) => ({ ...anywhere, index, before })))
    .filter((place) => tokens.some((token) => placeMatches(place, token)));
}

/** What the part positions have in common; a name before the part says more than its distance from an end. */
function commonPart(tokens: readonly UrlToken[]): VolatilePlace['part'] {
  const parts = tokens.flatMap(({ part }) => part ?? []);
  const width = parts[0]?.width;
  if (width === undefined) return null;
  const only = <T>(values: readonly T[]): T | null =>
    distinct(values).length === 1 ? (values[0] ?? null) : null;
  const before = only(parts.map((part) => part.before));
  if (before !== null && /[a-z]/i.test(before)) return { index: null, fromEnd: null, before, width };
  const fromEnd = only(parts.map((part) => part.fromEnd));
  const index = only(parts.map((part) => part.index));
  return { index: fromEnd === null ? index : null, fromEnd, before: null, width };
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
