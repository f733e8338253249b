import { getOrInsert, increment } from '../../../base/index.ts';
import { type UrlField, urlFields } from '../fields/url-fields.ts';
import { describePlace, type IdentityRule, matchingToken, type VolatilePlace } from '../identity-rule.ts';
import { shapeOf } from '../value-shape.ts';
import { findWellKnownId, isNameOfPair, mayHoldWellKnownId } from '../well-known-session-ids.ts';

/** Two values may be a session id that changed while the page was written; three select one of several pages. */
const VALUES_AT_ONCE = 3;

/** Links that are enough to see which places select content; a longer list only repeats them. */
const ENOUGH_LINKS = 2000;

/** If one value is on more than this share of the links, it is the id of this visitor, and the others are copied links. */
const SHARE_OF_OWN_ID = 0.5;

/**
 * Places that look like session ids but are not: one answer links to several pages that differ in nothing else. Checks
 * names that are used for ids, and the places of the given rules; a rule whose place is found was wrong.
 */
export function contentPlaces(
  links: readonly string[],
  rules: readonly IdentityRule[] = [],
  enough = VALUES_AT_ONCE,
): readonly IdentityRule[] {
  const places = new Map<string, PlaceValues>();
  const ids = rules.filter(({ kind }) => kind === 'session id' || kind === 'response token');
  for (const url of links.slice(0, ENOUGH_LINKS)) {
    for (const { place, value, remainder, isCertain } of suspectedIds(url, ids)) {
      const key = describePlace(place);
      const { byPage } = getOrInsert(places, key, () => ({ place, isCertain, byPage: new Map() }));
      getOrInsert(byPage, remainder, () => new Set()).add(value);
    }
  }
  return [...places.values()].flatMap(({ place, isCertain, byPage }) => {
    if (isCertain && hasOwnId(byPage)) return [];
    const most = [...byPage.values()].reduce((x, y) => (y.size > x.size ? y : x));
    if (most.size < enough) return [];
    const evidence = `${most.size} values at once on links of one answer that differ in nothing else, such as`;
    return [contentRule(place, [...most], evidence)];
  });
}

/** Whether one value is on most links: then a name that frameworks use for session ids does hold one. */
function hasOwnId(byPage: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const counts = new Map<string, number>();
  let links = 0;
  for (const values of byPage.values()) {
    links += values.size;
    for (const value of values) increment(counts, value);
  }
  return Math.max(...counts.values()) > links * SHARE_OF_OWN_ID;
}

interface PlaceValues {
  readonly place: VolatilePlace;
  readonly isCertain: boolean;
  /** By the link without the value. */
  readonly byPage: Map<string, Set<string>>;
}

/** `evidence` follows the place in the sentence for users. */
export function contentRule(place: VolatilePlace, values: readonly string[], evidence: string): IdentityRule {
  const [first = '', second = ''] = values;
  return {
    kind: 'content',
    place,
    shape: shapeOf(values),
    links: values.length,
    examples: [first, second],
    evidence: `${describePlace(place)}: ${evidence} "${first}" and "${second}"`,
  };
}

/** A value that would be taken for a session id, and the link without it. */
interface SuspectedId {
  readonly place: VolatilePlace;
  readonly value: string;
  readonly remainder: string;
  /** Whether it counts as an id until an answer shows that it is not; a guess, or the match of a rule, is less certain. */
  readonly isCertain: boolean;
}

const NONE: readonly SuspectedId[] = [];

/** The values in a normalised URL that their names, or the given rules for session ids, make suspect. */
export function suspectedIds(url: string, ids: readonly IdentityRule[]): readonly SuspectedId[] {
  const mayGuess = mayHoldWellKnownId(url);
  // Fast path: nearly every link of nearly every page.
  if (ids.length === 0 && !mayGuess) return NONE;
  const fields = urlFields(url);
  const without = (start: number, end: number) => `${url.slice(0, start)}\u0000${url.slice(end)}`;
  return fields.flatMap((field): SuspectedId[] => {
    for (const rule of ids) {
      const token = matchingToken(rule, field);
      if (token === null) continue;
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
