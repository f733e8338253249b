import { setTimeout } from 'node:timers/promises';
import type { HostLeases } from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import { ROUND } from './lease-times.ts';
import { ProcessHostLeases } from './run-host-leases.ts';
import { openCluster } from './start-worker.ts';

/** The host leases of a run that was started from the command line. */
interface CommandHostLeases {
  readonly hostLeases: HostLeases;
  close(): Promise<void>;
}

/**
 * Leases hosts, so that this run does not visit a host while a run of another machine on the same database does; null on SQLite, where there is only one
 * machine. An unavailable database ends the run, as it does when a page is stored: no other process would continue the run, so it does not wait.
 */
export async function leaseHosts(config: Config): Promise<CommandHostLeases | null> {
  if (config.databaseUrl === '') return null;
  const cluster = await openCluster(config);
  let failure: unknown = null;
  const { hostLeases: table } = cluster;
  const all = new ProcessHostLeases({
    ...table,
    acquire: (host, holder) =>
      table.acquire(host, holder).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  });
  const closing = new AbortController();
  const { signal } = closing;
  const ensureHeld = async () => {
    if (failure !== null) throw failure;
  };
  const hostLeases = all.open({ ensureHeld, signal });
  const heartbeat = async () => {
    while (!signal.aborted) {
      await setTimeout(ROUND, undefined, { signal }).catch(() => undefined);
      // If this fails, the leases are acquired again before the next request.
      await all.heartbeat().catch(() => undefined);
    }
  };
  const renewing = heartbeat();
  return {
    hostLeases,
    async close() {
      closing.abort();
      await renewing;
      await all.close(hostLeases);
      await cluster.close();
    },
  };
}
