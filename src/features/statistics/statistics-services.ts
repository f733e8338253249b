import { projectsAsked } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import { projectStatistics } from './project-statistics.ts';
import type { statisticsEndpoints } from './statistics-endpoints.ts';

export function statisticsServices({ store }: ServiceContext): ServicesOf<typeof statisticsEndpoints> {
  return {
    showStatistics: async ({ project, since, by }, { caller }) => {
      const among = await projectsAsked(store, caller, project);
      const { performance, results, perPage, pages } = await projectStatistics(store, among, {
        since: since ?? 0,
        unit: by ?? null,
      });
      return { crawls: performance, ...results, perPage, pages };
    },
  };
}
