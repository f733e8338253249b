import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bodyFiles } from '../../database/content/large-bodies.ts';
import { makePrivateFile, prepareDataFolder } from '../../database/sqlite/data-folder.ts';
import { databaseName } from '../../database/sqlite/open-sqlite.ts';
import { openSqliteDatabase } from '../../database/sqlite/sqlite-database.ts';
import { lockFolder } from '../../database/sqlite/writer-lock.ts';
import type { SqliteOptions } from '../../database/store-options.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

/** A backup that is refused leaves nothing behind that was not there before. */
export async function restoreIntoFolder(
  options: SqliteOptions,
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
  { folder, command = 'tidemark' }: SqliteOptions,
  bytes: AsyncIterable<Uint8Array>,
  onRefused: () => void,
): Promise<Restored> {
  prepareDataFolder(folder);
  const lock = lockFolder(folder, command);
  try {
    makePrivateFile(join(folder, databaseName));
    const database = openSqliteDatabase({ file: join(folder, databaseName), access: 'write' });
    try {
      const files = bodyFiles({ folder, used: async () => 0 });
      return await restoreBackup(database, files, bytes, join(folder, 'content'));
    } finally {
      await database.close();
    }
  } catch (cause) {
    // While the lock is held: nobody else has begun to write here.
    onRefused();
    throw cause;
  } finally {
    lock.release();
  }
}

interface WhatIsThere {
  readonly paths: ReadonlySet<string>;
  /** Folders on the way that do not exist yet, the innermost first. */
  readonly missingFolders: readonly string[];
}

function whatIsThere(folder: string): WhatIsThere {
  const missingFolders: string[] = [];
  for (let path = resolve(folder); !existsSync(path) && dirname(path) !== path; path = dirname(path))
    missingFolders.push(path);
  return { paths: new Set(missingFolders.length === 0 ? filesOf(folder) : []), missingFolders };
}

/** What a restore writes: its database, the lock, and bodies. None for a folder that is a file, which is refused. */
function filesOf(folder: string): readonly string[] {
  if (!statSync(folder).isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => /^(?:tidemark\.db|writer\.)/.test(name));
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
      // It was never made, or somebody else has put something there.
      return;
    }
}
