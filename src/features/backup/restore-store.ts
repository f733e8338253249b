import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { bodyFiles } from '../../database/content/large-bodies.ts';
import { makePrivateFile, prepareDataFolder } from '../../database/sqlite/data-folder.ts';
import { HighWaterMark } from '../../database/sqlite/high-water-mark.ts';
import { databaseName } from '../../database/sqlite/open-sqlite.ts';
import { openSqliteDatabase } from '../../database/sqlite/sqlite-database.ts';
import { lockFolder } from '../../database/sqlite/writer-lock.ts';
import type { PostgresOptions, SqliteOptions } from '../../database/store-options.ts';
import { contentParts } from '../../database/tables/content-part.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

/**
 * Restores a backup into an empty data folder or an empty PostgreSQL database. Throws STORE_NOT_EMPTY if there is data already, STORE_BACKUP_DAMAGED,
 * STORE_TOO_NEW, and what opening throws; nothing is restored then.
 */
export const restoreStore = (
  options: Omit<SqliteOptions, 'access'> | Omit<PostgresOptions, 'access'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> =>
  options.kind === 'postgres' ? restoreIntoPostgres(options, bytes) : restoreIntoFolder(options, bytes);

async function restoreIntoPostgres(
  options: Omit<PostgresOptions, 'access'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  const { openPostgresDatabase, requireUtf8 } = await import('../../database/postgres/open-postgres.ts');
  const database = openPostgresDatabase({ ...options, access: 'write' });
  try {
    await requireUtf8(database);
    return await restoreBackup(database, contentParts(database), bytes, tmpdir());
  } finally {
    await database.close();
  }
}

/** Restores into a data folder. When the backup is refused, removes everything that the restore created. */
async function restoreIntoFolder(
  options: Omit<SqliteOptions, 'access'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  const before = whatIsThere(options.folder);
  try {
    return await restored(options, bytes, () => removeNew(options.folder, before));
  } catch (cause) {
    removeNewFolders(before);
    throw cause;
  }
}

async function restored(
  { folder, command = 'tidemark' }: Omit<SqliteOptions, 'access'>,
  bytes: AsyncIterable<Uint8Array>,
  onRefused: () => void,
): Promise<Restored> {
  prepareDataFolder(folder);
  const lock = lockFolder(folder, command);
  try {
    makePrivateFile(join(folder, databaseName));
    const database = openSqliteDatabase({
      file: join(folder, databaseName),
      access: 'write',
      mark: new HighWaterMark(folder),
    });
    try {
      const files = bodyFiles({ folder, used: async () => 0 });
      return await restoreBackup(database, files, bytes, join(folder, 'content'));
    } finally {
      await database.close();
    }
  } catch (cause) {
    // The lock is still held, so no other process has begun to write here.
    onRefused();
    throw cause;
  } finally {
    lock.release();
  }
}

interface WhatIsThere {
  readonly paths: ReadonlySet<string>;
  /** Folders of the path that do not exist yet, the innermost first. */
  readonly missingFolders: readonly string[];
}

function whatIsThere(folder: string): WhatIsThere {
  const missingFolders: string[] = [];
  for (let path = resolve(folder); !existsSync(path) && dirname(path) !== path; path = dirname(path))
    missingFolders.push(path);
  return { paths: new Set(missingFolders.length === 0 ? filesOf(folder) : []), missingFolders };
}

/** The files that a restore writes: its database, the lock, and bodies. Empty when `folder` is a file, which the restore refuses. */
function filesOf(folder: string): readonly string[] {
  if (!statSync(folder).isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => /^(?:tidemark\.db|writer\.|high-water-mark)/.test(name));
  const content = join(folder, 'content');
  const bodies = existsSync(content) ? readdirSync(content, { recursive: true, encoding: 'utf8' }) : [];
  // The innermost first.
  return [
    ...names,
    ...bodies.map((name) => join('content', name)).toReversed(),
    ...(existsSync(content) ? ['content'] : []),
  ];
}

function removeNew(folder: string, { paths }: WhatIsThere): void {
  for (const path of filesOf(folder))
    if (!paths.has(path)) rmSync(join(folder, path), { force: true, recursive: true });
}

function removeNewFolders({ missingFolders }: WhatIsThere): void {
  for (const path of missingFolders)
    try {
      rmdirSync(path);
    } catch {
      // The folder was never created, or another program has put something there.
      return;
    }
}
