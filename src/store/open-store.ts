import type { StoreOptions } from './options.ts';
import type { Store } from './store.ts';
import { openThreadedStore } from './thread/open-threaded.ts';

/** Opens the one or the other; the code of a database is loaded only when it is used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.kind === 'postgres') {
    return (await import('./postgres/open-postgres.ts')).openPostgresStore(options);
  }
  if (options.access === 'write' && options.thread === true) {
    return openThreadedStore(options);
  }
  return (await import('./sqlite/open-sqlite.ts')).openSqliteStore(options);
}
