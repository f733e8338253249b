import { leaseHosts } from '../../cli/crawl/after-run.ts';
import type { Feature } from '../feature.ts';
import { nodesCommand } from './commands/nodes-command.ts';
import { queueCommand } from './commands/queue-command.ts';
import { workerCommand } from './commands/worker-command.ts';

export const cluster: Feature = {
  name: 'cluster',
  commands: [workerCommand, nodesCommand, queueCommand],
  fill: () =>
    leaseHosts.fill(async (config) => (await import('./host-leases-of-command.ts')).leaseHosts(config)),
  hostLeasesInThreads: async (call) => {
    const { ProcessHostLeases } = await import('./run-host-leases.ts');
    const all = new ProcessHostLeases({
      acquire: (...given) => call('acquire', given),
      renew: (...given) => call('renew', given),
      release: (...given) => call('release', given),
    });
    return {
      open: () => {
        const { signal } = new AbortController();
        const hostLeases = all.open({ ensureHeld: async () => undefined, signal });
        return { hostLeases, close: () => all.close(hostLeases) };
      },
      heartbeat: () => all.heartbeat(),
    };
  },
  threadWork: {
    'cluster runs': async (work) => (await import('./start-worker.ts')).takeClusterRuns(work),
  },
  serve: async (server) => (await import('./serve-cluster.ts')).serveCluster(server),
};
