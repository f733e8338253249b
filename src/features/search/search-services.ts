import { numberAfter, partFrom } from '../../http/json-values.ts';
import { projectsAsked } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { searchEndpoints } from './search-endpoints.ts';
import { searchPages } from './search-pages.ts';

export function searchServices({ store }: ServiceContext): ServicesOf<typeof searchEndpoints> {
  return {
    searchPages: async ({ q, project, site, since, until, flags, history, after, limit }, { caller }) => {
      const among = await projectsAsked(store, caller, project);
      const nameOf = new Map(among.map(({ id, name }) => [id, name]));
      const skip = numberAfter(after);
      const hits = await searchPages(store, q, {
        projectIds: among.map(({ id }) => id),
        host: site ?? null,
        since: since ?? null,
        until: until ?? null,
        flags: flags ?? null,
        hasHistory: history,
        limit: limit + 1,
        skip,
      });
      const { items, next } = partFrom(hits, limit, () => skip + limit);
      return {
        items: items.map(({ projectId, snippet, ...hit }) => ({
          ...hit,
          project: nameOf.get(projectId) ?? '',
          text: snippet.map(({ text }) => text).join(''),
          matches: snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text),
        })),
        next,
      };
    },
  };
}
