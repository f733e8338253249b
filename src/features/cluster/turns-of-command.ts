import { setTimeout } from 'node:timers/promises';
import type { HostTurns } from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import { HostGates } from './host-gate.ts';
import { ROUND } from './lease-times.ts';
import { openCluster } from './start-worker.ts';

/** The turns at hosts of a run that was typed by hand. */
interface CommandTurns {
  readonly turns: HostTurns;
  close(): Promise<void>;
}

/**
 * Lets a run take turns with those of other machines on the same database; null on SQLite, where there is one machine. A database that is away ends the
 * run, as it does when a page is to be stored: nobody else would go on with it, so it does not wait.
 */
export async function takeTurns(config: Config): Promise<CommandTurns | null> {
  if (config.databaseUrl === '') return null;
  const cluster = await openCluster(config);
  let failure: unknown = null;
  const { leases } = cluster;
  const gates = new HostGates({
    ...leases,
    take: (host, holder) =>
      leases.take(host, holder).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  });
  const closing = new AbortController();
  const { signal } = closing;
  const mayAsk = async () => {
    if (failure !== null) throw failure;
  };
  const turns = gates.open({ mayAsk, signal });
  const heartbeat = async () => {
    while (!signal.aborted) {
      await setTimeout(ROUND, undefined, { signal }).catch(() => undefined);
      // Without an answer, the hosts are asked for again before the next request.
      await gates.heartbeat().catch(() => undefined);
    }
  };
  const renewing = heartbeat();
  return {
    turns,
    async close() {
      closing.abort();
      await renewing;
      await gates.close(turns);
      await cluster.close();
    },
  };
}
