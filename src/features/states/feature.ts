import { printExploration } from '../../cli/crawl/after-run.ts';
import { stateCommands } from '../../cli/of-other-features.ts';
import { explorations } from '../../crawl/run/explorations.ts';
import type { Feature } from '../feature.ts';
import { statesCommand } from './commands/states-command.ts';

const scheduled = async () => (await import('./scheduled-explorations.ts')).scheduledExplorations;

export const states: Feature = {
  name: 'states',
  commands: [statesCommand],
  fill: () => {
    explorations.fill({
      latest: async (...given) => (await scheduled()).latest(...given),
      start: async (...given) => (await scheduled()).start(...given),
      giveUp: async (...given) => (await scheduled()).giveUp(...given),
      unneeded: async (...given) => (await scheduled()).unneeded(...given),
    });
    stateCommands.fill(() => import('./commands/state-commands.ts'));
    printExploration.fill(async (...given) =>
      (await import('./commands/tell-stored.ts')).printExploration(...given),
    );
  },
  threadWork: {
    exploration: async (work) => (await import('./explore-in-thread.ts')).exploreInThread(work),
  },
  serve: async (server) => (await import('./serve-states.ts')).serveStates(server),
  services: async (context) => (await import('./state-services.ts')).stateServices(context),
  inThreads: {
    showStateNews: 'reading',
    readStateGraph: 'reading',
    readState: 'reading',
  },
};
