import { assembleStore } from '../assemble-store.ts';
import { migrate, requireCurrentSchema } from '../migrations.ts';
import type { PostgresOptions } from '../options.ts';
import type { Store } from '../store.ts';
import { openPostgresDatabase } from './postgres-database.ts';

/** Opens the store of a server, whose machines share no folder: bodies of every size live in the database. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const database = openPostgresDatabase(options);
  try {
    await (options.access === 'write' ? migrate(database) : requireCurrentSchema(database));
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return assembleStore(database, null, options.onPoint ?? (() => undefined));
}
