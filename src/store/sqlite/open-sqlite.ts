import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { assembleStore } from '../assemble-store.ts';
import { dataFileFailure } from '../content/file-failure.ts';
import { largeBodyFiles } from '../content/large-body-files.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { migrate, requireCurrentSchema } from '../migrations.ts';
import type { SqliteOptions } from '../options.ts';
import type { Store } from '../store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { requireSqlite, sqliteVersion } from './sqlite-version.ts';
import { lockFolder, type WriterLock } from './writer-lock.ts';

const databaseName = 'tidemark.db';

/** Opens the store of a data folder, alone as a writer or beside one as a reader. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  requireSqlite(sqliteVersion());
  return options.access === 'write' ? openWriting(options) : openReading(options);
}

async function openWriting(options: SqliteOptions): Promise<Store> {
  const { folder, command = 'tidemark' } = options;
  prepareFolder(folder);
  const lock = lockFolder(folder, command);
  try {
    removeUnfinished(folder);
    return await openLocked(options, lock);
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

async function openLocked(options: SqliteOptions, lock: WriterLock): Promise<Store> {
  const file = join(options.folder, databaseName);
  const { maxPageCount } = options;
  const database = openSqliteDatabase({
    file,
    access: 'write',
    ...(maxPageCount === undefined ? {} : { maxPageCount }),
  });
  try {
    await migrate(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  const store = assemble(options, database);
  return {
    ...store,
    async close() {
      try {
        await store.close();
      } finally {
        lock.release();
      }
    },
  };
}

async function openReading(options: SqliteOptions): Promise<Store> {
  const file = join(options.folder, databaseName);
  if (!existsSync(file)) {
    throw new StoreError(
      'STORE_MISSING',
      `There is no data in ${options.folder} yet. Crawl something first, or name another data folder.`,
    );
  }
  const database = openSqliteDatabase({ file, access: 'read' });
  try {
    await requireCurrentSchema(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return assemble(options, database);
}

function assemble({ folder, largeBodyQuota, onPoint }: SqliteOptions, database: Database): Store {
  const largeBodies = largeBodyFiles({
    folder,
    ...(largeBodyQuota === undefined ? {} : { quota: largeBodyQuota }),
    used: () => bytesInFiles(database),
  });
  return assembleStore(database, largeBodies, onPoint ?? (() => undefined));
}

function bytesInFiles(database: Database): Promise<number> {
  return database.read(async (db) => {
    const { used } = await db
      .selectFrom('content')
      .select(sql<number>`coalesce(sum(stored_bytes), 0)`.as('used'))
      .where('data', 'is', null)
      .executeTakeFirstOrThrow();
    return used;
  });
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(join(folder, 'content'), { recursive: true });
  } catch (cause) {
    throw dataFileFailure(cause, folder);
  }
}

/** What a killed writer left half-written. Nobody else writes here: we hold the lock. */
function removeUnfinished(folder: string): void {
  const root = join(folder, 'content');
  for (const name of readdirSync(root)) if (name.endsWith('.unfinished')) rmSync(join(root, name));
}
