import type { Place, Plain } from './edit-file.ts';
import { valueAt, withValue } from './edit-file.ts';

/** What plain text stands for where a map is possible too: `source: https://…` is short for `source: { url: https://… }`. */
const shortFor: Readonly<Record<string, string>> = {
  source: 'url',
  notify: 'to',
  follow: 'text',
  login: 'step',
  loggedInWhen: 'text',
  allow: 'regex',
  deny: 'regex',
};

/** The key that a map at this place could be shortened to. */
const shortKeyAt = (place: readonly (string | number)[]): string | undefined =>
  shortFor[String(place.findLast((part) => typeof part === 'string'))];

/** The value at a place, whether it is written in full or short. */
export function readInFull(file: Plain, place: Place): Plain | undefined {
  const outer = place.slice(0, -1);
  const container = outer.length === 0 ? undefined : valueAt(file, outer);
  if (typeof container === 'string') return shortKeyAt(outer) === place.at(-1) ? container : undefined;
  return valueAt(file, place);
}

/** The place that a text belongs to when it is written in full: a rule `allow: /news/` is about `allow, regex`. */
export function placeInFull(
  file: Plain | undefined,
  place: readonly (string | number)[],
): readonly (string | number)[] {
  const key = shortKeyAt(place);
  return key !== undefined && typeof valueAt(file, place) === 'string' ? [...place, key] : place;
}

/** Sets a value where the map around it may be written short; a map with no other key becomes short again. */
export function withValueInFull(text: string, file: Plain, place: Place, value: Plain | undefined): string {
  const [first, ...rest] = place.slice(0, -1);
  const container = first === undefined ? undefined : valueAt(file, [first, ...rest]);
  const key = first === undefined ? undefined : shortKeyAt([first, ...rest]);
  if (typeof first !== 'string' || key === undefined || container === undefined || container === null)
    return withValue(text, place, value);
  const outer: Place = [first, ...rest];
  const last = String(place.at(-1));
  if (typeof container === 'string') {
    if (last === key) return withValue(text, outer, value);
    return value === undefined ? text : withValue(text, outer, { [key]: container, [last]: value });
  }
  const after = { ...(container as Record<string, Plain>), ...(value !== undefined && { [last]: value }) };
  const left = Object.keys(after).filter((each) => value !== undefined || each !== last);
  const only = valueAt(after, [key]);
  if (value === undefined && left.length === 1 && left[0] === key && typeof only === 'string')
    return withValue(text, outer, only);
  return withValue(text, place, value);
}
