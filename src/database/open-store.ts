import type { workerConnections } from './postgres/preparing-client.ts';
import type { Store } from './store.ts';
import type { SqliteOptions, StoreOptions } from './store-options.ts';
import { loadParts } from './store-part.ts';
import { RemoteWriter, storeOver } from './thread/remote-writer.ts';

/** Opens SQLite or PostgreSQL. The code of a database is loaded only when it is used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.kind === 'postgres') {
    return (await import('./postgres/open-postgres.ts')).openPostgresStore(options);
  }
  if (options.access === 'write' && (Boolean(options.thread) || options.writer !== undefined)) {
    return openThreadedStore(options);
  }
  return (await import('./sqlite/open-sqlite.ts')).openSqliteStore(options);
}

/** Opens the parts that may be written while another process writes everything else (`isWrittenBeside`). Throws the errors of `openStore`. */
export async function openStoreBeside<P extends keyof Store>(
  options: StoreOptions,
  _part: P,
): Promise<Pick<Store, P | 'close'>> {
  if (options.kind === 'postgres') return openStore(options);
  return (await import('./sqlite/open-sqlite.ts')).openSqliteBeside(options);
}

/** Connections for the job queue, which workers use as often as the store. */
export async function connectionsOfWorker(): Promise<typeof workerConnections> {
  return (await import('./postgres/preparing-client.ts')).workerConnections;
}

/**
 * A store that reads in this thread and writes in a separate one: a commit of 64 pages blocks the network for a fraction of a millisecond,
 * instead of the ten milliseconds that writing and syncing take.
 */
async function openThreadedStore({ writer: port, thread, ...options }: SqliteOptions): Promise<Store> {
  // The thread starts while this thread loads the code that reads.
  const [writer, { openSqliteStore }, parts] = await Promise.all([
    port === undefined
      ? RemoteWriter.start(options, typeof thread === 'object' ? thread : undefined)
      : RemoteWriter.at(port),
    import('./sqlite/open-sqlite.ts'),
    loadParts(),
  ]);
  try {
    const reader = await openSqliteStore({ kind: 'sqlite', folder: options.folder, access: 'read' });
    return storeOver(reader, writer, parts);
  } catch (cause) {
    await writer.close();
    throw cause;
  }
}
