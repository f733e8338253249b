// Sites that generate new addresses without end. Each rule stops one kind of them; `endless-calendar.ts` has one more.
import { looksRandom } from '../../url/index.ts';
import type { Budgets } from './budgets.ts';
import type { Candidate, ScopeRule } from './candidate.ts';

/** Rejects addresses that keep growing: relative links gone wrong, state packed into a query. */
export const urlTooLong = (maxLength: number): ScopeRule => ({
  name: 'URL too long',
  decide: ({ url }) => (url.length > maxLength ? 'reject' : 'none'),
  reason: ({ url }) => `${url.length} characters; at most ${maxLength} are followed`,
});

/** A single segment may repeat three times in a row (`/1/1/1` is a section number); a longer pattern only twice. */
const maxCopies = (period: number): number => (period === 1 ? 3 : 2);
/** Longer patterns do not come from a relative link that was resolved over and over. */
const longestPattern = 6;

/** Rejects `/a/a/a/a` and `/a/b/a/b/a/b`: a relative link on a page that answers under any path leads ever deeper. */
export const pathRepetition: ScopeRule = {
  name: 'path repeats itself',
  decide: ({ path }) => (repeatedPattern(path) === null ? 'none' : 'reject'),
  reason: ({ path }) => `/${repeatedPattern(path)} comes again and again`,
};

/** The segments that repeat too often, or null. */
export function repeatedPattern(path: string): string | null {
  const segments = path.split('/').slice(1);
  for (let period = 1; period <= longestPattern; period++) {
    const tooMany = (maxCopies(period) + 1) * period;
    if (tooMany > segments.length) return null;
    // Segments in a row that equal the one a period before them, plus that first period.
    let run = period;
    for (let at = period; at < segments.length; at++) {
      run = segments[at] === segments[at - period] ? run + 1 : period;
      if (run >= tooMany) return segments.slice(at - period + 1, at + 1).join('/');
    }
  }
  return null;
}

/**
 * Up to two parameters identify a page (`?id=1042&lang=en`), and a forum may have a million of those. Three or more are
 * mostly choices that multiply: colour, size, order, page.
 */
const fewParameters = 2;

/** Rejects more combinations of parameters once a path has had too many: ten filters of ten values make 10^10 pages. */
export const queryExplosion = (maxQueriesPerPath: number, budgets: Budgets): ScopeRule => ({
  name: 'too many queries',
  decide: (candidate) =>
    hasManyParameters(candidate) && budgets.queriesOf(pathOf(candidate)) >= maxQueriesPerPath
      ? 'reject'
      : 'none',
  reason: (candidate) =>
    `${pathOf(candidate)} has given ${maxQueriesPerPath} pages for different combinations of parameters`,
});

export function noteQuery(candidate: Candidate, budgets: Budgets): void {
  if (hasManyParameters(candidate)) budgets.addQuery(pathOf(candidate));
}

const pathOf = ({ host, path }: Candidate): string => host + path;

const hasManyParameters = ({ query }: Candidate): boolean =>
  query.split(/[&;]/, fewParameters + 1).length > fewParameters;

/**
 * Rejects more addresses with random parts once a place has had too many. A site that writes a new token into every link gives every page new
 * addresses, and only a twin fetch shows which part is the token. Only a crawl without twin fetches has this limit: names of articles can look random
 * too.
 */
export const randomAddresses = (maxRandomPerPlace: number, budgets: Budgets): ScopeRule => ({
  name: 'random addresses',
  decide: (candidate) => {
    if (maxRandomPerPlace === Number.POSITIVE_INFINITY) return 'none';
    const place = placeOfRandom(candidate);
    return place !== null && budgets.queriesOf(keyOf(place)) >= maxRandomPerPlace ? 'reject' : 'none';
  },
  reason: (candidate) =>
    `${placeOfRandom(candidate)} has given ${maxRandomPerPlace} pages whose addresses look random; a crawl without --no-twin finds out which of them are one page`,
});

export function noteRandom(candidate: Candidate, maxRandomPerPlace: number, budgets: Budgets): void {
  if (maxRandomPerPlace === Number.POSITIVE_INFINITY) return;
  const place = placeOfRandom(candidate);
  if (place !== null) budgets.addQuery(keyOf(place));
}

/** Keeps these counts apart from those of `queryExplosion` for the same path. */
const keyOf = (place: string): string => `random ${place}`;

/** Host and path with `~` for what looks random, as in `example.org/go/~/page`; null when nothing does. */
function placeOfRandom({ host, path, query }: Candidate): string | null {
  const parts = path.split(/([/;=])/);
  const place = parts.map((part) => (looksRandom(part) ? '~' : part)).join('');
  const isRandom = place !== path || query.split(/[&;=]/).some(looksRandom);
  return isRandom ? host + place : null;
}
