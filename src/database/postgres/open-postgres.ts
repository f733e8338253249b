import { hostname } from 'node:os';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { assembleStore } from '../assemble-store.ts';
import { type Database, stepsIn } from '../database.ts';
import { StoreError } from '../errors.ts';
import { migrate, requireCurrentSchema } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import type { Store } from '../store.ts';
import type { PostgresOptions } from '../store-options.ts';
import { loadParts } from '../store-part.ts';
import { postgresBodies } from './postgres-bodies.ts';
import { expandedRows, postgresBulk, postgresDialect } from './postgres-dialect.ts';
import { postgresFailure } from './postgres-failure.ts';
import { workerConnections } from './preparing-client.ts';
import { projectLocks } from './project-lock.ts';

/** Opens the store of a server. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const database = await currentPostgres(options);
  const kept = postgresBodies(database, options.bodies);
  return {
    ...assembleStore(await loadParts(), database, kept.bodies, { onPoint: options.onPoint }),
    async close() {
      kept.close();
      await database.close();
    },
  };
}

/** Opens the database, and makes sure that its schema is the one that this program knows. */
export async function currentPostgres(options: PostgresOptions): Promise<Database> {
  const database = openPostgresDatabase(options);
  try {
    if (options.access === 'write') {
      await requireUtf8(database);
      await migrate(database);
    } else await requireCurrentSchema(database);
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}

const bigint = pg.types.builtins.INT8;

/** The driver would return text. Ids, counts and times fit into 53 bits; hashes are bytes. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigint) return Number;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
} as pg.CustomTypesConfig;

/** Prefix of the names of workers' claims, on any machine. */
const WORKER = 'tidemark worker (';

export function openPostgresDatabase({
  url,
  access,
  command = 'tidemark',
  isWorker = false,
  // There are many workers, and each writes in one transaction for all of its runs.
  connections = isWorker ? 5 : 10,
}: PostgresOptions): Database {
  const where = serverName(url);
  const config: pg.PoolConfig = {
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    // Opening a connection again takes the server longer than most of the work on it.
    idleTimeoutMillis: 60_000,
    max: connections,
    keepAlive: true,
    // Shown to other processes that want the project. The server keeps 63 bytes of it.
    application_name: `${command.slice(0, 24)} (${process.pid} on ${hostname().slice(0, 24)})`,
    ...(access === 'read' ? { options: '-c default_transaction_read_only=on' } : {}),
    ...(isWorker ? { options: workerConnections.options } : {}),
  };
  const pool = new pg.Pool(isWorker ? { ...config, Client: workerConnections.Client } : config);
  // An idle connection that the server closes is replaced when one is needed.
  pool.on('error', () => undefined);
  // A connection in use fails its query; without a listener here, it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const locks = projectLocks(config, where, isWorker ? WORKER : null);
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw postgresFailure(cause, where);
    }
  };
  const refuseReader = () => {
    if (access === 'read') {
      throw new StoreError('STORE_READ_ONLY', `The database at ${where} was opened for reading only.`);
    }
  };
  const write: Database['write'] = async (work) => {
    refuseReader();
    return translated(() =>
      kysely.transaction().execute((db) =>
        work(
          stepsIn({
            db,
            bulk: (statement, rows) => postgresBulk(db, statement, rows),
            bulkAlike: (statement, rows) => postgresBulk(db, statement, expandedRows(rows)),
          }),
        ),
      ),
    );
  };
  return {
    dialect: postgresDialect,
    read: (work) => translated(() => work(kysely)),
    async statement(work) {
      refuseReader();
      return translated(() => work(kysely));
    },
    write,
    writeRows: write,
    claim: (projectId, how = 'alone') => translated(() => locks.claim(projectId, how)),
    refuseLostClaim: locks.refuseLost,
    // Returns the free space at the end of a table to the disk; the rest is reused. Returning more would lock the tables.
    async compact(tables) {
      const names = sql.join(tables.map((name) => sql.table(name)));
      await translated(() => sql`VACUUM (ANALYZE) ${names}`.execute(kysely));
    },
    close: () => translated(() => kysely.destroy()),
  };
}

/** The server without user and password, for messages. */
export function serverName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StoreError(
      'STORE_UNREACHABLE',
      'The address of the database cannot be read. Write it as postgres://user:password@host:5432/name.',
    );
  }
  const { hostname: host, port, pathname, searchParams, username } = parsed;
  // A password with an unescaped "/", "?" or "#" is taken for a port and a path.
  if (username === '' && url.includes('@')) return 'the given address';
  return `${searchParams.get('host') ?? host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** In another encoding, the first page with a character outside it would end the crawl. */
export async function requireUtf8(database: Database): Promise<void> {
  const { rows } = await database.read((db) =>
    sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(
      db,
    ),
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StoreError(
    'STORE_FAILED',
    `The database has the encoding ${encoding}; Tidemark needs UTF8. Create one with CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0.`,
  );
}
