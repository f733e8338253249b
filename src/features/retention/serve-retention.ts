import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import type { Project } from '../../crawl/tables/project.ts';
import { StoreError } from '../../database/errors.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import type { Store } from '../../database/store.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { Served, ServerContext } from '../feature.ts';
import { applyRetention, giveSpaceBack, surveyProject } from './apply-retention.ts';
import type { retentionEndpoints } from './retention-endpoints.ts';

const DAY = 86_400_000;

/** Applies the retention rules of projects: after their runs, and once a day, because rules about days remove data even if nothing runs. */
export function serveRetention(server: ServerContext): Served {
  const { store, facts, clock, supervisor, onFailure } = server;
  /** Projects that have run since retention was last applied to them. All others have their turn once a day. */
  const ran = new Set<string>();
  let allAppliedAt = Number.NEGATIVE_INFINITY;

  const dueProjects = async (areAllDue: boolean): Promise<readonly Project[]> => {
    if (areAllDue) return store.projects.list();
    const projects: Project[] = [];
    for (const name of ran) {
      const project = await store.projects.find(name);
      if (project === null) ran.delete(name);
      else projects.push(project);
    }
    return projects;
  };

  const retention = supervisor.start({
    name: 'retention',
    round: async ({ signal, alive }) => {
      const areAllDue = performance.now() - allAppliedAt >= DAY;
      for (const project of await dueProjects(areAllDue)) {
        if (signal.aborted) return 0;
        ran.delete(project.name);
        await applyToOne(store, project, facts).catch((error: unknown) => {
          if (passesByItself(error)) {
            ran.add(project.name);
            throw error;
          }
          // A project that fails must not hold up the others. It is tried again after a day.
          onFailure(`retention of ${project.name}`, error);
        });
        alive();
      }
      if (areAllDue) {
        // Also removes what killed runs and deleted projects left behind.
        await store.retention.sweepObjects();
        for (const { eachDay } of server.served()) await eachDay?.();
        allAppliedAt = performance.now();
      }
      return clock.now() + allAppliedAt + DAY - performance.now();
    },
  });
  return {
    services: retentionServices(server),
    afterRun: ({ project }) => {
      ran.add(project);
      return retention.finishRound();
    },
  };
}

/** Applies the retention rule in the file of a project; does nothing if there is none. */
async function applyToOne(store: Store, project: Project, facts: StoredFacts): Promise<void> {
  const { visits, versions, explorations } = await applyRetention(store, project, { facts });
  if (visits + versions + explorations > 0) await giveSpaceBack(store);
}

function retentionServices({
  store,
  facts,
}: Pick<ServerContext, 'store' | 'facts'>): ServicesOf<typeof retentionEndpoints> {
  return {
    showRetention: async ({ project: name }) => {
      const project = await projectCalled(store, name);
      const couldGo = await surveyProject(store, project, { facts });
      return { ...(await store.retention.amounts(project.id)), couldGo };
    },
    applyRetention: async ({ project: name }) => {
      const { heldUpBy, ...done } = await applyRetention(store, await projectCalled(store, name), { facts });
      if (heldUpBy !== null) throw new StoreError('STORE_LOCKED', heldUpBy);
      return { ...done, ...(await giveSpaceBack(store)) };
    },
  };
}
