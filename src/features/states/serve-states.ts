import type { Served, ServerContext } from '../feature.ts';
import { ActiveExplorations } from './active-explorations.ts';
import { stateServices } from './state-services.ts';

/** Explores applications that people start, in threads of the server. */
export function serveStates(server: ServerContext): Served {
  const { threads, stopping, onFailure } = server;
  const explorations = new ActiveExplorations({
    start: (request) => threads.startExploration({ signal: stopping, ...request }),
    onFailure,
    onBrokenOff: (project) => {
      for (const { schedules } of server.served()) schedules?.brokenOff(project);
    },
    afterExploration: async () => {
      await Promise.all(server.served().map((each) => each.afterExploration?.()));
    },
  });
  return {
    services: stateServices({ ...server, explorations }),
    explorations,
    pause: () => explorations.close(),
  };
}
