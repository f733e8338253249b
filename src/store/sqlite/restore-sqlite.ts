import { join } from 'node:path';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import { bodyFiles } from '../content/large-bodies.ts';
import type { SqliteOptions } from '../store-options.ts';
import { prepareDataFolder } from './data-folder.ts';
import { databaseName } from './open-sqlite.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { lockFolder } from './writer-lock.ts';

export async function restoreIntoFolder(
  { folder, command = 'tidemark' }: SqliteOptions,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  prepareDataFolder(folder);
  const lock = lockFolder(folder, command);
  try {
    const database = openSqliteDatabase({ file: join(folder, databaseName), access: 'write' });
    try {
      const files = bodyFiles({ folder, used: async () => 0 });
      return await restoreBackup(database, files, bytes, join(folder, 'content'));
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
  }
}
