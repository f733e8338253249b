import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type Database, stepsIn } from '../database.ts';
import { StoreError } from '../errors.ts';
import { kyselyOver } from './kysely-adapter.ts';
import { sqliteBulk, sqliteBulkAlike, sqliteDialect } from './sqlite-dialect.ts';
import { sqliteFailure } from './sqlite-failure.ts';

interface SqliteDatabaseOptions {
  readonly file: string;
  readonly access: 'write' | 'read';
  readonly maxPageCount?: number;
}

/** How long a statement waits for a checkpoint or a recovery in another process, in milliseconds. */
const timeout = 10_000;

/** New identities are spread all over their index: with the default 2 MB every commit reads it back from the file. */
const cacheKiB = 32_768;

/**
 * 64 MiB of log. A few commits fill the default of 4 MiB, and each checkpoint syncs the database: commits of 64
 * pages took twice as long.
 */
const pagesBetweenCheckpoints = 16_384;

/** A file is written anew when at least this part of it is free, and at least 4 MiB. */
const freeShareToCompact = 0.2;
const fewestFreePages = 1024;

/**
 * Two connections: one that writes, in WAL mode with a sync at every commit, and one that only reads. With `read`
 * access there is only the second.
 */
export function openSqliteDatabase({ file, access, maxPageCount }: SqliteDatabaseOptions): Database {
  const failure = (cause: unknown) => sqliteFailure(cause, file);
  const opened = <T>(open: () => T): T => {
    try {
      return open();
    } catch (cause) {
      throw failure(cause);
    }
  };
  const writer = access === 'write' ? opened(() => openWriter(file, maxPageCount)) : null;
  const reader = kyselyOver(
    opened(() => openReader(file)),
    'begin',
  );
  const claimed = new Set<number>();

  const write: Database['write'] = async (work) => {
    if (writer === null) {
      throw new StoreError('STORE_READ_ONLY', `${file} was opened for reading only.`);
    }
    try {
      return await writer.kysely.transaction().execute((db) =>
        work(
          stepsIn({
            db,
            bulk: async (statement, rows) => writer.bulk(statement, rows),
            bulkAlike: async (statement, rows) => writer.bulkAlike(statement, rows),
          }),
        ),
      );
    } catch (cause) {
      throw failure(cause);
    }
  };

  return {
    dialect: sqliteDialect,
    async read(work) {
      try {
        return await work(reader);
      } catch (cause) {
        throw failure(cause);
      }
    },
    write,
    statement: (work) => write(({ db }) => work(db)),
    writeRows: write,
    // The lock of the folder keeps other processes out; this keeps two crawls of one process apart.
    async claim(projectId) {
      if (claimed.has(projectId)) {
        throw new StoreError(
          'STORE_LOCKED',
          `This process (${process.pid}) is already crawling the project.`,
        );
      }
      claimed.add(projectId);
      return {
        release: async () => {
          claimed.delete(projectId);
        },
      };
    },
    // The lock of the folder lasts as long as the process.
    refuseLostClaim: () => undefined,
    async compact() {
      try {
        await writer?.compact();
      } catch (cause) {
        throw failure(cause);
      }
    },
    async close() {
      // The reader closes last: a connection that only reads leaves the log and its index in place, and with them
      // reading works on a full disk and in a read-only folder.
      try {
        writer?.moveLog();
        await writer?.kysely.destroy();
        await reader.destroy();
      } catch (cause) {
        throw failure(cause);
      }
    },
  };
}

function openWriter(file: string, maxPageCount: number | undefined) {
  const database = new DatabaseSync(file, { timeout });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -${cacheKiB};
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints};
  `);
  if (maxPageCount !== undefined) database.exec(`PRAGMA max_page_count = ${maxPageCount}`);
  const kysely = kyselyOver(database, 'begin immediate');
  return {
    kysely,
    /** Writes the whole file anew, which takes as much room again for a moment: only when much of it is free. */
    async compact() {
      const { rows } = await sql<{ free: number; pages: number }>`
        select freelist_count as free, page_count as pages from pragma_freelist_count(), pragma_page_count()`.execute(
        kysely,
      );
      const { free = 0, pages = 0 } = rows[0] ?? {};
      if (free < fewestFreePages || free < pages * freeShareToCompact) return;
      await sql`vacuum`.execute(kysely);
      await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
    },
    bulk: sqliteBulk(database),
    bulkAlike: sqliteBulkAlike(database),
    /** Empties the log into the database, as far as other readers let it, and without waiting for them. */
    moveLog() {
      try {
        database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Everything in the log is committed; there was just no room to move it.
      }
    },
  };
}

function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  // Sorting in memory: a reader must work when the disk is full.
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}
