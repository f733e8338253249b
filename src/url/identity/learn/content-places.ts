import { type UrlField, urlFields } from '../fields/url-fields.ts';
import { candidateTokens } from '../fields/url-token.ts';
import { describePlace, type IdentityRule, ruleMatches, type VolatilePlace } from '../identity-rule.ts';
import { shapeOf } from '../value-shape.ts';
import { findWellKnownId, isNameOfPair, mayHoldWellKnownId } from '../well-known-session-ids.ts';

/** Two values may be a session id that changed while the page was written; three select one of several pages. */
const VALUES_AT_ONCE = 3;

/** Links that are enough to see which places select content; a longer list only repeats them. */
const ENOUGH_LINKS = 2000;

/** Where one value is on more of the links than this, it is the visitor's, and the others were copied from somewhere. */
const SHARE_OF_OWN_ID = 0.5;

/**
 * Places that look like session ids and are none: one answer links to several pages that differ in nothing else. Looks at
 * names that are used for ids, and at the places of the given rules, which were wrong then.
 */
export function contentPlaces(
  links: readonly string[],
  rules: readonly IdentityRule[] = [],
  enough = VALUES_AT_ONCE,
): readonly IdentityRule[] {
  const places = new Map<string, PlaceValues>();
  const ids = rulesForIds(rules);
  for (const url of links.slice(0, ENOUGH_LINKS)) {
    for (const { place, value, remainder, isCertain } of suspectedIds(url, ids)) {
      const key = describePlace(place);
      let found = places.get(key);
      if (found === undefined) {
        found = { place, isCertain, byPage: new Map() };
        places.set(key, found);
      }
      const values = found.byPage.get(remainder);
      if (values === undefined) found.byPage.set(remainder, new Set([value]));
      else values.add(value);
    }
  }
  return [...places.values()].flatMap(({ place, isCertain, byPage }) => {
    if (isCertain && hasOwnId(byPage)) return [];
    const most = [...byPage.values()].reduce((x, y) => (y.size > x.size ? y : x));
    return most.size < enough ? [] : [contentRule(place, [...most])];
  });
}

/** Whether one value is on most links: a name that frameworks use is right then. */
function hasOwnId(byPage: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const counts = new Map<string, number>();
  let links = 0;
  for (const values of byPage.values()) {
    links += values.size;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.max(...counts.values()) > links * SHARE_OF_OWN_ID;
}

interface PlaceValues {
  readonly place: VolatilePlace;
  readonly isCertain: boolean;
  /** By the link without the value. */
  readonly byPage: Map<string, Set<string>>;
}

function contentRule(place: VolatilePlace, values: readonly string[]): IdentityRule {
  const [first = '', second = ''] = values;
  return {
    kind: 'content',
    place,
    shape: shapeOf(values),
    links: values.length,
    examples: [first, second],
    evidence: `${describePlace(place)}: ${values.length} values at once on links of one answer that differ in nothing else, such as "${first}" and "${second}"`,
  };
}

/** A value that would be taken for a session id, and the link without it. */
interface SuspectedId {
  readonly place: VolatilePlace;
  readonly value: string;
  readonly remainder: string;
  /** Whether it counts as an id until an answer shows that it is none; a guess, or what a rule matches, is less certain. */
  readonly isCertain: boolean;
}

const NONE: readonly SuspectedId[] = [];

function rulesForIds(rules: readonly IdentityRule[]): readonly IdentityRule[] {
  return rules.filter(({ kind }) => kind === 'session id' || kind === 'response token');
}

/** What a name lets suspect, and what the given rules for session ids match in a normalised URL. */
export function suspectedIds(url: string, ids: readonly IdentityRule[]): readonly SuspectedId[] {
  const mayGuess = mayHoldWellKnownId(url);
  // Nearly every link of nearly every page.
  if (ids.length === 0 && !mayGuess) return NONE;
  const fields = urlFields(url);
  const without = (start: number, end: number) => `${url.slice(0, start)}\u0000${url.slice(end)}`;
  return fields.flatMap((field): SuspectedId[] => {
    for (const rule of ids) {
      if (rule.place.carrier !== field.carrier) continue;
      const token = candidateTokens(field, rule.place.part?.width ?? null).find((one) =>
        ruleMatches(rule, one),
      );
      if (token === undefined) continue;
      const { value, start, end } = token;
      return [{ place: rule.place, value, remainder: without(start, end), isCertain: false }];
    }
    const id = mayGuess && !isNameOfPair(field) ? findWellKnownId(field, fields, { guess: true }) : null;
    if (id === null || !id.mayBeContent) return [];
    const { value, valueStart, end } = field;
    return [
      { place: placeOfName(field), value, remainder: without(valueStart, end), isCertain: !id.isGuess },
    ];
  });
}

function placeOfName({ carrier, name, before }: UrlField): VolatilePlace {
  return { carrier, name, index: null, before: name === null ? before : null, part: null };
}
