import { hostname } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { assembleStore } from '../assemble-store.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { migrate, requireCurrentSchema } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import type { PostgresOptions, Store } from '../store.ts';
import { postgresBulk, postgresDialect } from './postgres-dialect.ts';
import { postgresFailure } from './postgres-failure.ts';
import { lockProject } from './project-lock.ts';

const bigint = pg.types.builtins.INT8;

/** Ids, counts and times fit into 53 bits; hashes are bytes. The driver's default would be text. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigint) return Number;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
} as pg.CustomTypesConfig;

/** The server without its password, for messages. */
function whereabouts(url: string): string {
  try {
    const { hostname: host, port, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? host}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    return 'the given URL';
  }
}

export function openPostgresDatabase({ url, access, command = 'tidemark' }: PostgresOptions): Database {
  const where = whereabouts(url);
  const failure = (cause: unknown) => postgresFailure(cause, where);
  const config: pg.PoolConfig = {
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    // Shown to whoever asks who holds a project. The server keeps 63 bytes of it.
    application_name: `${command.slice(0, 24)} (${process.pid} on ${hostname().slice(0, 24)})`,
    ...(access === 'read' ? { options: '-c default_transaction_read_only=on' } : {}),
  };
  const pool = new pg.Pool(config);
  // An idle connection that the server closes is replaced when the next one is needed.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw failure(cause);
    }
  };
  return {
    dialect: postgresDialect,
    read: (work) => translated(() => work(kysely)),
    async write(work) {
      if (access === 'read') {
        throw new StoreError('STORE_READ_ONLY', `The database at ${where} was opened for reading only.`);
      }
      return translated(() =>
        kysely
          .transaction()
          .execute((db) => work({ db, bulk: (statement, rows) => postgresBulk(db, statement, rows) })),
      );
    },
    claim: (projectId) => translated(() => lockProject(config, projectId)),
    close: () => translated(() => kysely.destroy()),
  };
}

/** Opens the store of a server, whose machines share no folder: bodies of every size live in the database. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const database = openPostgresDatabase(options);
  try {
    await (options.access === 'write' ? migrate(database) : requireCurrentSchema(database));
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return assembleStore(database, null, options.onPoint ?? (() => undefined));
}
