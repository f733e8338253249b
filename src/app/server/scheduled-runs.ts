import { Sparingly } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../store/index.ts';
import type { RunPlaces } from '../cluster/run-places.ts';
import { sendMessages } from '../notify/index.ts';
import type { RunSurroundings } from '../run/run-request.ts';
import { systemClock } from '../site/allowed-hours.ts';
import { watchProjects } from '../watch/watch-projects.ts';
import type { ActiveExplorations } from './active-explorations.ts';
import type { ActiveRuns } from './active-runs.ts';

export interface SchedulingParts {
  readonly store: Store;
  readonly config: Config;
  readonly surroundings: RunSurroundings;
  readonly runs: ActiveRuns;
  /** Where runs take place. */
  readonly places: RunPlaces;
  readonly explorations: ActiveExplorations;
  /** Aborting ends it. The runs under way are paused. */
  readonly signal: AbortSignal;
}

/** Crawls and explores projects by their schedules, beside what is started by hand: never twice at once for one project. */
export async function runBySchedule(parts: SchedulingParts): Promise<void> {
  const { store, config, surroundings, runs, places, explorations, signal } = parts;
  // The server keeps its store open, and closes it itself.
  const shared: Store = { ...store, close: async () => undefined };
  // Reminders look at all projects.
  const messages = new Sparingly();
  await watchProjects({
    open: async () => shared,
    surroundings: () => surroundings,
    start: (request) => places.start(request, { isPatient: true }),
    mostAtOnce: () => places.mostAtOnce,
    projects: [],
    once: false,
    clock: surroundings.clock ?? systemClock,
    signal,
    onEvent: async (event) => {
      if (event.event === 'started') runs.add(event.run);
      if (event.event === 'exploring') explorations.add(event.exploration);
      if (event.event === 'failed') runs.failed(event.project, event.error);
      // Digests, and what could not be sent before. What follows a run is sent after it.
      if (event.event === 'planned')
        await messages
          .do(() => sendMessages(store, config))
          .catch((error: unknown) => runs.failed('messages', error));
    },
  });
}
