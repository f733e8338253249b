import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { schemaVersion } from '../migrations.ts';

/** Throws STORE_TOO_NEW when the database has come to a version that this worker does not know. */
export function refuseNewer(version: number): void {
  if (version <= schemaVersion) return;
  throw new StoreError(
    'STORE_TOO_NEW',
    `A newer Tidemark has brought the database to schema version ${version}, and this worker knows only ${schemaVersion}. Install that version here, and start the worker again; its runs go on elsewhere.`,
  );
}

export async function refuseNewerSchema(database: Database): Promise<void> {
  const { rows } = await database.read((db) =>
    sql<{ value: string }>`select value from meta where key = 'schema_version'`.execute(db),
  );
  refuseNewer(Number(rows[0]?.value ?? 0));
}
