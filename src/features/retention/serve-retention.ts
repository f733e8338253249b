import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import type { Project } from '../../crawl/tables/records.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import type { Store } from '../../database/store.ts';
import type { Served, ServerContext } from '../feature.ts';
import { retentionServices } from './retention-services.ts';
import { giveSpaceBack, tidyProject } from './tidy-projects.ts';

const DAY = 86_400_000;

/** Removes what projects do not want to keep: after their runs, and once a day, because rules about days let something go even where nothing runs. */
export function serveRetention(server: ServerContext): Served {
  const { store, facts, clock, supervisor, onFailure } = server;
  /** Projects that have run since their versions were looked through. All others are looked through once a day. */
  const ran = new Set<string>();
  let allTidiedAt = Number.NEGATIVE_INFINITY;

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
      const areAllDue = performance.now() - allTidiedAt >= DAY;
      for (const project of await dueProjects(areAllDue)) {
        if (signal.aborted) return 0;
        ran.delete(project.name);
        await tidyOne(store, project, facts).catch((error: unknown) => {
          if (passesByItself(error)) {
            ran.add(project.name);
            throw error;
          }
          // One project that cannot be tidied must not keep the others from it. Tomorrow it is tried again.
          onFailure(`tidying ${project.name}`, error);
        });
        alive();
      }
      if (areAllDue) {
        // Also what runs left behind that were killed, and deleted projects.
        await store.retention.sweepObjects();
        for (const { eachDay } of server.served()) await eachDay?.();
        allTidiedAt = performance.now();
      }
      return clock.now() + allTidiedAt + DAY - performance.now();
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

/** Tidies a project by the rule in its file; without one nothing happens. */
async function tidyOne(store: Store, project: Project, facts: StoredFacts): Promise<void> {
  const { visits, versions, explorations } = await tidyProject(store, project, { facts });
  if (visits + versions + explorations > 0) await giveSpaceBack(store);
}
