import { editDistance } from '../../base/index.ts';

/** The names that `name` may be a misspelling of, the most likely first. */
export function nearestNames(name: string, names: Iterable<string>, limit = 3): readonly string[] {
  const wanted = fold(name);
  const furthest = Math.max(2, Math.ceil(wanted.length * 0.4));
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, fold(candidate)) }))
    .filter(({ distance }) => distance <= furthest)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean "password"?`, or nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestNames(name, names);
  return nearest.length === 0 ? '' : ` Did you mean ${nearest.map((near) => `"${near}"`).join(' or ')}?`;
}

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** The number of edits from one to the other; 1 when one contains the other, so that `user` finds `user[name]`. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length >= 3 && b.length >= 3 && (a.includes(b) || b.includes(a))) return 1;
  // The names on a page may have any length; a much longer one is not similar anyway.
  if (Math.abs(a.length - b.length) > 40 || a.length > 200) return Number.POSITIVE_INFINITY;
  return editDistance(a, b);
}
