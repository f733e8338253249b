import { tmpdir } from 'node:os';
import { openPostgresDatabase, requireUtf8 } from '../../database/postgres/open-postgres.ts';
import type { PostgresOptions } from '../../database/store-options.ts';
import { contentParts } from '../../database/tables/content-part.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

export async function restoreIntoPostgres(
  options: PostgresOptions,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  const database = openPostgresDatabase(options);
  try {
    await requireUtf8(database);
    return await restoreBackup(database, contentParts(database), bytes, tmpdir());
  } finally {
    await database.close();
  }
}
