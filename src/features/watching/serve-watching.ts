import { explorations } from '../../crawl/run/explorations.ts';
import type { Store } from '../../database/store.ts';
import type { Served, ServerContext } from '../feature.ts';
import { ProjectWatch } from './watch-projects.ts';
import { watchingServices } from './watching-services.ts';

/** Runs at the same time, unless a feature says otherwise. */
const MOST_HERE = 4;

/**
 * Crawls and explores projects by their schedules, besides what is started by hand, and never twice at once for one project. What the last process
 * left unfinished goes on, whether that process was stopped or killed; so does what a failure of the database broke off.
 */
export function serveWatching(server: ServerContext): Served {
  const { store, facts, dependencies, runs, threads, clock, supervisor, stopping } = server;
  const places = () => server.served().find((each) => each.places)?.places ?? null;
  const explored = () => server.served().find((each) => each.explorations)?.explorations ?? null;
  // The server keeps its store open, and closes it itself.
  const shared: Store = { ...store, close: async () => undefined };
  const watch = new ProjectWatch({
    open: async () => shared,
    facts,
    dependencies: () => dependencies,
    start: (request) =>
      places()?.start(request, { isPatient: true }) ?? threads.startRun(request, { leasesHosts: false }),
    ...(explorations.added !== null && { explore: (request) => threads.startExploration(request) }),
    mostAtOnce: () => places()?.mostAtOnce ?? MOST_HERE,
    projects: [],
    resumesAll: true,
    isUnderWay: (project) => runs.find(project) !== null || explored()?.isUnderWay(project) === true,
    clock,
    signal: stopping,
    onEvent: (event) => {
      if (event.event === 'started') runs.add(event.run);
      if (event.event === 'exploring') explored()?.add(event.exploration);
      if (event.event === 'failed') runs.failed(event.project, event.error);
    },
  });
  return {
    services: watchingServices(),
    schedules: watch,
    begin: () => watch.start(supervisor),
    pause: async () => {
      await supervisor.stop();
      await watch.ended();
    },
  };
}
