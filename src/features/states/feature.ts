import { printExploration } from '../../cli/crawl/after-run.ts';
import { stateCommands } from '../../cli/of-other-features.ts';
import { explorations } from '../../crawl/run/explorations.ts';
import type { Feature } from '../feature.ts';
import { statesCommand } from './commands/states-command.ts';

const scheduled = async () => (await import('./exploration-before.ts')).scheduledExplorations;

export const states: Feature = {
  name: 'states',
  commands: [statesCommand],
  fill: () => {
    explorations.fill({
      latest: async (...given) => (await scheduled()).latest(...given),
      start: async (...given) => (await import('./start-exploration.ts')).startExploration(...given),
      giveUp: async (...given) => (await scheduled()).giveUp(...given),
      unneeded: async (...given) => (await scheduled()).unneeded(...given),
    });
    stateCommands.fill(() => import('./commands/state-commands.ts'));
    printExploration.fill(async (...given) =>
      (await import('./commands/print-exploration.ts')).printExploration(...given),
    );
  },
  threadWork: {
    exploration: async (work) => (await import('./start-exploration.ts')).exploreInThread(work),
  },
  serve: async (server) => (await import('./state-services.ts')).serveStates(server),
  services: async (context) => (await import('./state-services.ts')).stateServices(context),
  inThreads: {
    showStateSummary: 'reading',
    readStateGraph: 'reading',
    readState: 'reading',
  },
};
