import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import type { Neighbour, SegmentPlace } from './volatile-rule.ts';

/** For every change the nearest leaves before and after it that stayed the same. */
export function steadyNeighbours(changes: readonly SegmentChange[]): readonly Surroundings[] {
  const found: { before: Segment | null; after: Segment | null }[] = [];
  let steady: Segment | null = null;
  for (const change of changes) {
    found.push({ before: steady, after: null });
    if (change.flag === 'same') steady = change.after;
  }
  steady = null;
  for (let i = changes.length - 1; i >= 0; i--) {
    const surroundings = found[i];
    if (surroundings !== undefined) surroundings.after = steady;
    const change = changes[i];
    if (change?.flag === 'same') steady = change.after;
  }
  return found;
}

export interface Surroundings {
  readonly before: Segment | null;
  readonly after: Segment | null;
}

export function placeOf(path: string, { before, after }: Surroundings): SegmentPlace {
  return { path, before: neighbourOf(before), after: neighbourOf(after) };
}

function neighbourOf(segment: Segment | null): Neighbour | null {
  return segment === null ? null : { hash: hashText(segment), path: segment.path };
}

/**
 * Whether a difference stands at a rule's place. The path alone does not tell: with a paragraph more above, another leaf
 * has it. So one neighbour must be the same as well, or both must stand at the same paths (another page of the same
 * template). A rule that is not found again costs one more fetch; one that is found in the wrong place costs an edit.
 */
export function isAtPlace(place: SegmentPlace, paths: readonly string[], around: Surroundings): boolean {
  if (!paths.includes(place.path)) return false;
  if (sameHash(place.before, around.before) || sameHash(place.after, around.after)) return true;
  return place.before?.path === around.before?.path && place.after?.path === around.after?.path;
}

function sameHash(neighbour: Neighbour | null, segment: Segment | null): boolean {
  if (neighbour === null || segment === null) return neighbour === null && segment === null;
  return neighbour.hash === hashText(segment);
}

/**
 * The list in which two places are, as a path: what they share before they part, the name of the items, and what they share
 * inside of them, `ul/li[*]/p`.
 * Null when they part in elements of different names, or go on in different ways, which no list does.
 */
export function sharedList(first: string, second: string): string | null {
  const a = first.split('/');
  const b = second.split('/');
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  const [item, other] = [nameOf(a[shared]), nameOf(b[shared])];
  if (item === '' || item !== other) return null;
  // Items of one list are made alike: what is at another depth in the other is not an item in another place.
  const rest = a.slice(shared + 1);
  if (rest.join('/') !== b.slice(shared + 1).join('/')) return null;
  return [...a.slice(0, shared), `${item}[*]`, ...rest].join('/');
}

/** `li[3]` is an `li`. */
function nameOf(step: string | undefined): string {
  return step?.replace(/[[#].*/, '') ?? '';
}

/** Whether a path leads to such a place of a list that is named as `sharedList` does. */
export function isInList(path: string, list: string): boolean {
  const steps = list.split('/');
  const own = path.split('/');
  if (own.length !== steps.length) return false;
  return steps.every((step, place) =>
    step.endsWith('[*]') ? `${nameOf(own[place])}[*]` === step : step === own[place],
  );
}
