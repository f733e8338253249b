import { looksRandom } from '../../url/index.ts';
import type { Budgets } from './budgets.ts';
import type { Candidate, ScopeRule } from './candidate.ts';

/**
 * Rejects more addresses with drawn parts once a place has given so many. A site that writes a new token into every link
 * has a new address for every page on every page. Two looks at a page tell which part is the token; a crawl that never
 * looks twice cannot know, and would go on for ever. Only such a crawl has this limit: names of articles may look drawn, too.
 */
export const drawnAddresses = (maxDrawnPerPlace: number, budgets: Budgets): ScopeRule => ({
  name: 'drawn addresses',
  decide: (candidate) => {
    if (maxDrawnPerPlace === Number.POSITIVE_INFINITY) return 'none';
    const place = drawnPlace(candidate);
    return place !== null && budgets.queriesOf(keyOf(place)) >= maxDrawnPerPlace ? 'reject' : 'none';
  },
  reason: (candidate) =>
    `${drawnPlace(candidate)} has given ${maxDrawnPerPlace} pages whose addresses look drawn; without --no-twin they are told apart`,
});

export function noteDrawn(candidate: Candidate, maxDrawnPerPlace: number, budgets: Budgets): void {
  if (maxDrawnPerPlace === Number.POSITIVE_INFINITY) return;
  const place = drawnPlace(candidate);
  if (place !== null) budgets.addQuery(keyOf(place));
}

/** Apart from what `query-explosion.ts` counts under the same path. */
const keyOf = (place: string): string => `drawn ${place}`;

/** Host and path with `~` for what looks drawn, as in `example.org/go/~/page`; null when nothing does. */
function drawnPlace({ host, path, query }: Candidate): string | null {
  const parts = path.split(/([/;=])/);
  const place = parts.map((part) => (looksRandom(part) ? '~' : part)).join('');
  const isDrawn = place !== path || query.split(/[&;=]/).some(looksRandom);
  return isDrawn ? host + place : null;
}
