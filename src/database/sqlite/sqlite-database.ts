import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type Database, stepsIn } from '../database.ts';
import { StoreError } from '../errors.ts';
import { type HighWaterMark, userVersion } from './high-water-mark.ts';
import { kyselyOver } from './kysely-adapter.ts';
import { sqliteBulk, sqliteBulkAlike, sqliteDialect } from './sqlite-dialect.ts';
import { sqliteFailure } from './sqlite-failure.ts';

interface SqliteDatabaseOptions {
  readonly file: string;
  readonly access: 'write' | 'read';
  readonly maxPageCount?: number;
  /** Raised with each commit, by the process that holds the lock of the folder. Closed with the database. */
  readonly mark?: HighWaterMark;
}

/** How long a statement waits for a checkpoint or a recovery in another process, in milliseconds. */
const timeout = 10_000;

/** New identities are spread over their whole index: with the default of 2 MB, every commit reads it back from the file. */
const cacheKiB = 32_768;

/**
 * 64 MiB of log. A few commits fill the default of 4 MiB, and each checkpoint syncs the database: commits of 64
 * pages took twice as long.
 */
const pagesBetweenCheckpoints = 16_384;

/** A file is compacted when at least this part of it is free, and at least 4 MiB. */
const freeShareToCompact = 0.2;
const fewestFreePages = 1024;

/**
 * Two connections: one that writes, in WAL mode with a sync at every commit, and one that only reads. With `read`
 * access there is only the second.
 */
export function openSqliteDatabase({ file, access, maxPageCount, mark }: SqliteDatabaseOptions): Database {
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
      let commits: number | null = null;
      const result = await writer.kysely.transaction().execute(async (db) => {
        const done = await work(
          stepsIn({
            db,
            bulk: async (statement, rows) => writer.bulk(statement, rows),
            bulkAlike: async (statement, rows) => writer.bulkAlike(statement, rows),
          }),
        );
        if (mark !== undefined) commits = writer.countCommit(mark);
        return done;
      });
      if (commits !== null) mark?.raise(commits);
      return result;
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
        mark?.close();
        await reader.destroy();
      } catch (cause) {
        throw failure(cause);
      }
    },
  };
}

/** `user_version` has 31 bits. Commits after that many are not counted. */
const MOST_COMMITS = 2 ** 31 - 1;

/** Called at the end of a transaction, inside it. Returns the number of its commit; null when it changed nothing and needs no sync. */
function commitCounter(database: DatabaseSync): (mark: HighWaterMark) => number | null {
  const changes = database.prepare('SELECT total_changes() AS count');
  let changesBefore = 0;
  return (mark) => {
    const { count } = changes.get() as { count: number };
    if (count === changesBefore) return null;
    changesBefore = count;
    // When a backup is restored where a database was lost, its count continues after that of the lost database.
    const commits = Math.min(Math.max(userVersion(database), mark.value) + 1, MOST_COMMITS);
    database.exec(`PRAGMA user_version = ${commits}`);
    return commits;
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
    /** Rewrites the whole file, which takes as much space again for a moment: only when much of it is free. */
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
    countCommit: commitCounter(database),
    bulk: sqliteBulk(database),
    bulkAlike: sqliteBulkAlike(database),
    /** Moves the log into the database, as far as other readers allow, and without waiting for them. */
    moveLog() {
      try {
        database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Everything in the log is committed; there was no space to move it.
      }
    },
  };
}

function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  // Sorts in memory: a reader must work when the disk is full.
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}
