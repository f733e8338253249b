import type { RunSurroundings } from '../../crawl/run/run-request.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import type { Store } from '../../database/store.ts';
import type { RunPlaces } from '../../features/cluster/run-places.ts';
import type { ActiveExplorations } from '../../features/states/active-explorations.ts';
import { ProjectWatch } from '../../features/watching/watch-projects.ts';
import type { RunThreads } from '../run-threads/run-threads.ts';
import type { ActiveRuns } from './active-runs.ts';

interface SchedulingParts {
  readonly store: Store;
  readonly surroundings: RunSurroundings;
  readonly runs: ActiveRuns;
  /** Where runs take place. */
  readonly places: RunPlaces;
  readonly explorations: ActiveExplorations;
  readonly threads: Pick<RunThreads, 'startExploration'>;
  /** Aborting ends it. The runs under way are paused. */
  readonly signal: AbortSignal;
}

/**
 * Crawls and explores projects by their schedules, beside what is started by hand: never twice at once for one project. What the last process
 * left unfinished goes on, whether it was stopped or killed, and so does what the database broke off.
 */
export function scheduledRuns(parts: SchedulingParts): ProjectWatch {
  const { store, surroundings, runs, places, explorations, threads, signal } = parts;
  // The server keeps its store open, and closes it itself.
  const shared: Store = { ...store, close: async () => undefined };
  return new ProjectWatch({
    open: async () => shared,
    surroundings: () => surroundings,
    start: (request) => places.start(request, { isPatient: true }),
    explore: (request) => threads.startExploration(request),
    mostAtOnce: () => places.mostAtOnce,
    projects: [],
    resumesAll: true,
    isUnderWay: (project) => runs.find(project) !== null || explorations.isUnderWay(project),
    clock: surroundings.clock ?? systemClock,
    signal,
    onEvent: (event) => {
      if (event.event === 'started') runs.add(event.run);
      if (event.event === 'exploring') explorations.add(event.exploration);
      if (event.event === 'failed') runs.failed(event.project, event.error);
    },
  });
}
