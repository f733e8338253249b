import { takeTurns } from '../../cli/crawl/after-run.ts';
import type { Feature } from '../feature.ts';
import { nodesCommand } from './commands/nodes-command.ts';
import { queueCommand } from './commands/queue-command.ts';
import { workerCommand } from './commands/worker-command.ts';

export const cluster: Feature = {
  name: 'cluster',
  commands: [workerCommand, nodesCommand, queueCommand],
  fill: () => takeTurns.fill(async (config) => (await import('./turns-of-command.ts')).takeTurns(config)),
  turnsInThreads: async (call) => {
    const { HostGates } = await import('./host-gate.ts');
    const gates = new HostGates({
      take: (...given) => call('take', given),
      keep: (...given) => call('keep', given),
      release: (...given) => call('release', given),
    });
    return {
      open: () => {
        const turns = gates.open({ mayAsk: async () => undefined, signal: new AbortController().signal });
        return { turns, close: () => gates.close(turns) };
      },
      heartbeat: () => gates.heartbeat(),
    };
  },
  threadWork: {
    'handed runs': async (work) => (await import('./take-handed-runs.ts')).takeHandedRuns(work),
  },
  serve: async (server) => (await import('./serve-cluster.ts')).serveCluster(server),
};
