import { arch, availableParallelism, freemem, hostname, platform, release, totalmem } from 'node:os';
import type { ApiServices } from '../../publish/index.ts';
import { packageFacts } from '../package-facts.ts';
import type { KeptLog } from './kept-log.ts';
import { isoTime, type ServerParts } from './server-parts.ts';

/** For the administrators. `log` is null for a server that writes none. */
export function systemServices(
  { store, config, runs }: ServerParts,
  log: KeptLog | null,
): Pick<ApiServices, 'showSystem'> {
  const loadOf = processorShare();
  return {
    showSystem: async () => ({
      machine: {
        version: packageFacts().version,
        node: process.version.slice(1),
        platform: `${platform()} ${release()}, ${arch()}`,
        host: hostname(),
        startedAt: isoTime(Math.round(performance.timeOrigin)),
        processors: availableParallelism(),
        load: loadOf(),
        memory: { used: process.memoryUsage.rss(), free: freemem(), all: totalmem() },
      },
      database: {
        kind: config.databaseUrl === '' ? 'sqlite' : 'postgres',
        bytes: await store.upkeep.databaseBytes(),
      },
      runs: runs.notices().map(({ project, run, state, progress }) => ({
        ...{ project, run, state },
        pages: progress.pages,
        queued: progress.queued,
        inFlight: progress.inFlight,
      })),
      messages: await store.outbox.unsent(),
      log: (log?.lines() ?? []).map((line) => ({ ...line, at: isoTime(line.at) })),
    }),
  };
}

/** Since it was last asked; since the start the first time. */
function processorShare(): () => number {
  let [usedBefore, asked] = [process.cpuUsage(), 0];
  return () => {
    const { user, system } = process.cpuUsage(usedBefore);
    const elapsed = (performance.now() - asked) * 1000;
    [usedBefore, asked] = [process.cpuUsage(), performance.now()];
    return Math.round((100 * (user + system)) / Math.max(elapsed, 1)) / 100;
  };
}
