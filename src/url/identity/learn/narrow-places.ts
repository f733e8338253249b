import type { UrlToken } from '../fields/url-token.ts';
import { placeMatches, ruleMatches, type VolatilePlace } from '../identity-rule.ts';
import { shapeOf, type ValueShape } from '../value-shape.ts';
import { isDoubtfulSessionName } from '../well-known-session-ids.ts';

/** A place, and what the values there look like. */
interface NarrowPlace {
  readonly place: VolatilePlace;
  readonly shape: ValueShape;
  readonly except?: readonly string[];
}

/** A forum has links that people copied with their id in them: for so many links with the id one such value is allowed. */
const LINKS_PER_EXCEPTION = 8;

/**
 * Describes where the tokens of one id are, as widely as the evidence allows: a description that would also match
 * a token that is stable between the two lists is narrowed or dropped. Returns several places when no single
 * description covers them all, and none when the place cannot be distinguished from content.
 */
export function narrowPlaces(
  tokens: readonly UrlToken[],
  stable: readonly UrlToken[],
): readonly NarrowPlace[] {
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
  // Each list has its own link to a page, so there are two tokens for each.
  if (except.length * LINKS_PER_EXCEPTION * 2 > tokens.length) return [];
  // Under a name for session ids it is one that somebody copied.
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
