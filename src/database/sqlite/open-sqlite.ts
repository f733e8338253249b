import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { assembleStore } from '../assemble-store.ts';
import type { Bodies } from '../content/bodies.ts';
import { bodiesInDatabase } from '../content/bodies-in-database.ts';
import { bodyFiles } from '../content/large-bodies.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { migrate, requireCurrentSchema } from '../migrations.ts';
import type { Store } from '../store.ts';
import type { SqliteOptions } from '../store-options.ts';
import { loadParts } from '../store-part.ts';
import { makePrivateFile, prepareDataFolder, refuseFile } from './data-folder.ts';
import { HighWaterMark, requireAllCommits } from './high-water-mark.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { lockFolder, type WriterLock } from './writer-lock.ts';

export const databaseName = 'tidemark.db';

/** Opens the store of a data folder, as its only writer or as a reader beside one. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  requireSqlite(sqliteVersion());
  return options.access === 'write' ? openWriting(options) : openReading(options);
}

async function openWriting(options: SqliteOptions): Promise<Store> {
  const { folder, command = 'tidemark' } = options;
  prepareDataFolder(folder);
  const lock = lockFolder(folder, command);
  try {
    removeUnfinished(folder);
    requireAllCommits(folder, join(folder, databaseName));
    makePrivateFile(join(folder, databaseName));
    return await openLocked(options, lock);
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/**
 * Opens only the parts that may be written beside the writer of the folder (`isWrittenBeside`). Migrates an old schema as a writer does.
 * Throws STORE_MISSING.
 */
export async function openSqliteBeside(options: SqliteOptions): Promise<Store> {
  requireSqlite(sqliteVersion());
  const file = databaseIn(options.folder);
  const database = openSqliteDatabase({ file, access: 'write' });
  try {
    await requireCurrentSchema(database);
  } catch (cause) {
    await database.close();
    if (cause instanceof StoreError && cause.code === 'STORE_TOO_OLD') return openWriting(options);
    throw cause;
  }
  const parts = (await loadParts()).filter(({ isWrittenBeside }) => isWrittenBeside);
  return assembleStore(parts, database, bodiesOf(options, database), {});
}

/** Opens the database without migrating it. A writer holds the lock of the folder until the database is closed. Throws STORE_MISSING. */
export function openUnmigratedFolder({ folder, access, command = 'tidemark' }: SqliteOptions): Database {
  requireSqlite(sqliteVersion());
  const file = databaseIn(folder);
  if (access === 'read') return openSqliteDatabase({ file, access });
  const lock = lockFolder(folder, command);
  try {
    const database = openMarked(folder);
    return { ...database, close: () => database.close().finally(() => lock.release()) };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

async function openLocked(options: SqliteOptions, lock: WriterLock): Promise<Store> {
  const database = openMarked(options.folder, options.maxPageCount);
  try {
    await migrate(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  const store = await assemble(options, database);
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
  const file = databaseIn(options.folder);
  const database = openSqliteDatabase({ file, access: 'read' });
  try {
    await requireCurrentSchema(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return assemble(options, database);
}

/** Opens the database for writing, in the process that holds the lock. */
function openMarked(folder: string, maxPageCount?: number): Database {
  const mark = new HighWaterMark(folder);
  try {
    return openSqliteDatabase({
      file: join(folder, databaseName),
      access: 'write',
      mark,
      ...(maxPageCount !== undefined && { maxPageCount }),
    });
  } catch (cause) {
    mark.close();
    throw cause;
  }
}

/** The existing database file. Throws STORE_MISSING and STORE_LOST_WRITES. */
function databaseIn(folder: string): string {
  refuseFile(folder);
  const file = join(folder, databaseName);
  requireAllCommits(folder, file);
  if (existsSync(file)) return file;
  throw new StoreError(
    'STORE_MISSING',
    `There is no data in ${folder} yet. Track a site first, or choose another folder with --data or TIDEMARK_DATA.`,
  );
}

async function assemble(options: SqliteOptions, database: Database): Promise<Store> {
  return assembleStore(await loadParts(), database, bodiesOf(options, database), {
    onPoint: options.onPoint,
  });
}

function bodiesOf({ folder, largeBodyQuota }: SqliteOptions, database: Database): Bodies {
  const largeBodies = bodyFiles({
    folder,
    ...(largeBodyQuota === undefined ? {} : { quota: largeBodyQuota }),
    used: () => bytesInFiles(database),
  });
  return bodiesInDatabase(largeBodies);
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

/** Removes what a killed writer left half-written. No other process writes here, because this one holds the lock. */
function removeUnfinished(folder: string): void {
  const root = join(folder, 'content');
  for (const name of readdirSync(root)) if (name.endsWith('.unfinished')) rmSync(join(root, name));
}

/** The first release without the WAL-reset bug, which could damage a database that two connections use. */
const oldest = '3.51.3';

const parts = (version: string): readonly number[] => version.split('.').map(Number);

/** Asks the library itself: `process.versions` is wrong when Node is built against the system's SQLite. */
function sqliteVersion(): string {
  const database = new DatabaseSync(':memory:');
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  database.close();
  return version;
}

/** Throws STORE_SQLITE_TOO_OLD for a SQLite that may damage data. */
export function requireSqlite(version: string): void {
  const [major = 0, minor = 0, patch = 0] = parts(version);
  const [oldestMajor = 0, oldestMinor = 0, oldestPatch = 0] = parts(oldest);
  const difference = major - oldestMajor || minor - oldestMinor || patch - oldestPatch;
  if (difference < 0) {
    throw new StoreError(
      'STORE_SQLITE_TOO_OLD',
      `This Node has SQLite ${version}; Tidemark needs ${oldest} or newer. Use a newer Node 24.`,
    );
  }
}
