import { tmpdir } from 'node:os';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import type { PostgresOptions } from '../store-options.ts';
import { contentParts } from '../tables/content-part.ts';
import { openPostgresDatabase, requireUtf8 } from './open-postgres.ts';

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
