import type { Database } from './database.ts';
import { knownVersions, migrate, storedVersions, totalVersion } from './migrations.ts';
import type { PostgresOptions, SqliteOptions } from './store-options.ts';
import { loadParts } from './store-part.ts';

/** Schema versions; 0 where nothing is stored yet. */
interface Migrated {
  readonly from: number;
  readonly to: number;
}

type DataPlace =
  | Pick<SqliteOptions, 'kind' | 'folder' | 'command'>
  | Pick<PostgresOptions, 'kind' | 'url' | 'command'>;

/**
 * Brings the data up to date; `check` only says what would be done. Throws STORE_TOO_NEW, STORE_MISSING for a folder without data,
 * STORE_LOCKED while another process writes there, and the errors of opening the store.
 */
export async function migrateStore(
  place: DataPlace,
  { check }: { readonly check: boolean },
): Promise<Migrated> {
  const database = await openUnmigrated(place, check ? 'read' : 'write');
  try {
    const parts = await loadParts();
    const from = check ? await storedVersions(database, parts) : await migrate(database, parts);
    return { from: totalVersion(parts, from), to: totalVersion(parts, knownVersions(parts)) };
  } finally {
    await database.close();
  }
}

async function openUnmigrated(place: DataPlace, access: 'read' | 'write'): Promise<Database> {
  if (place.kind === 'sqlite')
    return (await import('./sqlite/open-sqlite.ts')).openUnmigratedFolder({ ...place, access });
  const { openPostgresDatabase, requireUtf8 } = await import('./postgres/open-postgres.ts');
  const database = openPostgresDatabase({ ...place, access });
  try {
    await requireUtf8(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}
