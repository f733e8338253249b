import { takeTurns } from '../../cli/crawl/after-run.ts';
import type { Feature } from '../feature.ts';
import { nodesCommand } from './commands/nodes-command.ts';
import { queueCommand } from './commands/queue-command.ts';
import { workerCommand } from './commands/worker-command.ts';

export const cluster: Feature = {
  name: 'cluster',
  commands: [workerCommand, nodesCommand, queueCommand],
  fill: () => takeTurns.fill(async (config) => (await import('./turns-of-command.ts')).takeTurns(config)),
};
