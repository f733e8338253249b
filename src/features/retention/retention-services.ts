import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { StoreError } from '../../database/errors.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { retentionEndpoints } from './retention-endpoints.ts';
import { giveSpaceBack, surveyProject, tidyProject } from './tidy-projects.ts';

export function retentionServices({
  store,
  facts,
}: ServiceContext & { readonly facts: StoredFacts }): ServicesOf<typeof retentionEndpoints> {
  return {
    showHoldings: async ({ project: name }) => {
      const project = await projectCalled(store, name);
      const { keep, visits, versions, explorations, contents, bytes } = await surveyProject(store, project, {
        facts,
      });
      return {
        ...(await store.retention.amounts(project.id)),
        couldGo: {
          keep: keep === null ? null : { ...keep },
          visits,
          versions,
          explorations,
          contents,
          bytes,
        },
      };
    },
    tidyProject: async ({ project: name }) => {
      const { keep, visits, versions, explorations, heldUpBy } = await tidyProject(
        store,
        await projectCalled(store, name),
        { facts },
      );
      if (heldUpBy !== null) throw new StoreError('STORE_LOCKED', heldUpBy);
      return {
        keep: keep === null ? null : { ...keep },
        visits,
        versions,
        explorations,
        ...(await giveSpaceBack(store)),
      };
    },
  };
}
