import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import type { Neighbour, SegmentPlace } from './volatile-rule.ts';

/** The nearest segments before and after a change that stayed the same. */
export interface Surroundings {
  readonly before: Segment | null;
  readonly after: Segment | null;
}

/** The surroundings of each change. */
export function surroundingsOf(changes: readonly SegmentChange[]): readonly Surroundings[] {
  const found: { before: Segment | null; after: Segment | null }[] = [];
  let unchanged: Segment | null = null;
  for (const change of changes) {
    found.push({ before: unchanged, after: null });
    if (change.flag === 'same') unchanged = change.after;
  }
  unchanged = null;
  for (let i = changes.length - 1; i >= 0; i--) {
    const surroundings = found[i];
    if (surroundings !== undefined) surroundings.after = unchanged;
    const change = changes[i];
    if (change?.flag === 'same') unchanged = change.after;
  }
  return found;
}

/** The segments before and after all segments of a place. */
export function surroundingsOfPlace(
  changes: readonly SegmentChange[],
  isThere: (segment: Segment) => boolean,
): Surroundings {
  const isMember = ({ before, after }: SegmentChange): boolean =>
    (before !== null && isThere(before)) || (after !== null && isThere(after));
  const isFixed = (change: SegmentChange): boolean => change.flag === 'same' && !isMember(change);
  const first = changes.findIndex(isMember);
  const last = changes.findLastIndex(isMember);
  return {
    before: changes.slice(0, Math.max(first, 0)).findLast(isFixed)?.after ?? null,
    after: changes.slice(last + 1).find(isFixed)?.after ?? null,
  };
}

export function placeOf(path: string, { before, after }: Surroundings): SegmentPlace {
  return { path, before: neighbourOf(before), after: neighbourOf(after) };
}

function neighbourOf(segment: Segment | null): Neighbour | null {
  return segment === null ? null : { hash: hashText(segment), path: segment.path };
}

/**
 * Whether a change is at the place of a rule. The path alone does not show that: with one more paragraph above, another segment
 * has it. So one neighbour must have the same text, or both must have the same paths. A missed rule costs one more fetch; a rule at the wrong place
 * would hide an edit.
 */
export function isAtPlace(place: SegmentPlace, paths: readonly string[], around: Surroundings): boolean {
  if (paths.includes(place.path)) return hasSurroundings(place, around);
  return paths.some((path) => isShifted(place, path, around));
}

/**
 * Whether a path is that of a place apart from the counts, below the same text: the heading of a box says which box it is,
 * however many there are before it.
 */
function isShifted(place: SegmentPlace, path: string, { before }: Surroundings): boolean {
  return placeKind({ path }) === placeKind(place) && isBelow(place, before);
}

/** Whether the text above a place is that of a segment, in the same kind of element. */
export function isBelow(place: SegmentPlace, segment: Segment | null): boolean {
  if (place.before === null || segment === null || place.before.hash !== hashText(segment)) return false;
  return placeKind(segment) === placeKind(place.before);
}

/** Whether a change is at the path of a rule, between segments of the same kinds: pages differ in how much is above. */
export function isAtKindOfPlace(
  place: SegmentPlace,
  paths: readonly string[],
  { before, after }: Surroundings,
): boolean {
  const isAlike = (neighbour: Neighbour | null, segment: Segment | null): boolean =>
    neighbour === null || segment === null
      ? neighbour === null && segment === null
      : placeKind(neighbour) === placeKind(segment);
  return paths.includes(place.path) && isAlike(place.before, before) && isAlike(place.after, after);
}

/** Whether one neighbour has the same text, or both have the same paths. */
export function hasSurroundings(place: SegmentPlace, around: Surroundings): boolean {
  if (hasSameText(place.before, around.before) || hasSameText(place.after, around.after)) return true;
  return place.before?.path === around.before?.path && place.after?.path === around.after?.path;
}

function hasSameText(neighbour: Neighbour | null, segment: Segment | null): boolean {
  if (neighbour === null || segment === null) return neighbour === null && segment === null;
  return neighbour.hash === hashText(segment);
}

/**
 * The list that contains both paths, written with a star for the item: `ul/li[*]/p`. Null when they diverge at elements of
 * different names, or continue differently below: items of one list are built alike.
 */
export function sharedList(first: string, second: string): string | null {
  const a = first.split('/');
  const b = second.split('/');
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  const [item, other] = [elementName(a[shared]), elementName(b[shared])];
  if (item === '' || item !== other) return null;
  const rest = a.slice(shared + 1);
  if (rest.join('/') !== b.slice(shared + 1).join('/')) return null;
  return [...a.slice(0, shared), starStep(a[shared] as string), ...rest].join('/');
}

/** The step of a path for any item: `li[*]` for `li` and for `li[3]`. */
export function starStep(step: string): string {
  return `${elementName(step)}[*]`;
}

/** The path of a list without the heading that distinguishes it from others. */
export function pathOfList(place: string): string {
  return place.split(' under ', 1)[0] ?? place;
}

/** `ul[2]/li[*]` and `ul/li[*]` may be the same list. */
export function kindOfList(place: string): string {
  return pathOfList(place).replace(/(?<!\bt[dh])\[[\d*]+\]|#\d+/g, '');
}

/** `table/tr[2]/td[3]` and `table/tr/td`: a box of a page that is laid out as a table is in any column. */
export function withoutCounts(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

/** `li[3]` is an `li`. */
export function elementName(step: string | undefined): string {
  return step?.replace(/[[#].*/, '') ?? '';
}

/** Whether a path is in a list as written by `sharedList`, or in the list of a place (`PagePlaces`). */
export function isInList(path: string, list: string): boolean {
  const steps = pathOfList(list).split('/');
  const own = path.split('/');
  if (own.length !== steps.length) return false;
  return steps.every((step, index) =>
    step.endsWith('[*]') ? `${elementName(own[index])}[*]` === step : step === own[index],
  );
}
