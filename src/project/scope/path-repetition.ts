import type { ScopeRule } from './candidate.ts';

/** One segment may stand three times in a row (`/1/1/1` is a section number); a longer pattern only twice. */
const maxCopies = (period: number): number => (period === 1 ? 3 : 2);
/** Patterns longer than this do not come from a relative link that was resolved over and over. */
const longestPattern = 6;

/**
 * Rejects `/a/a/a/a` and `/a/b/a/b/a/b`: a relative link on a page that answers under every path goes ever deeper.
 */
export const pathRepetition: ScopeRule = {
  name: 'path repeats itself',
  decide: ({ path }) => (repeatedPattern(path) === null ? 'none' : 'reject'),
  reason: ({ path }) => `/${repeatedPattern(path)} comes again and again`,
};

/** The segments that follow each other too often, or null. */
export function repeatedPattern(path: string): string | null {
  const segments = path.split('/').slice(1);
  for (let period = 1; period <= longestPattern; period++) {
    const tooMany = (maxCopies(period) + 1) * period;
    if (tooMany > segments.length) return null;
    // Segments in a row that equal the one a period before them, and that first period itself.
    let run = period;
    for (let at = period; at < segments.length; at++) {
      run = segments[at] === segments[at - period] ? run + 1 : period;
      if (run >= tooMany) return segments.slice(at - period + 1, at + 1).join('/');
    }
  }
  return null;
}
