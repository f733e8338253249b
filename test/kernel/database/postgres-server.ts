import '../../fixtures/program/use-features.ts';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { embeddedServer } from './embedded-server.ts';

/** A real PostgreSQL server. */
export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** The same, with the tables of an empty store: a copy takes a quarter of the time that creating them takes. */
  createStore(): Promise<string>;
  /** Also when somebody is still connected to it. */
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one, in about a second, for benchmarks and for tests that harm it; others share one (`shared-postgres.ts`). Syncing is off: tests kill clients,
 * never the machine.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const { server, folder, urlOf } = await embeddedServer(false, ['fsync=off', 'full_page_writes=off']);
  await server.start();
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  let count = 0;
  // Copying files takes half of what writing every page to the log takes.
  const create = async (name: string, like: string) => {
    await client.query(`CREATE DATABASE ${name} ${like} STRATEGY file_copy`);
    return urlOf(name);
  };
  const createEmpty = (name: string) =>
    // A language's order of letters, so that a test fails where the order of bytes is not asked for.
    create(name, `LOCALE_PROVIDER icu ICU_LOCALE 'en-US' TEMPLATE template0`);
  let tables: Promise<void> | undefined;
  const createTables = async () => {
    const { openStore } = await import('../../../src/database/open-store.ts');
    const store = await openStore({ kind: 'postgres', url: await createEmpty('tables'), access: 'write' });
    await store.close();
  };
  const nextName = () => {
    count += 1;
    return `test_${count}`;
  };
  return {
    createDatabase: () => createEmpty(nextName()),
    async createStore() {
      tables ??= createTables();
      await tables;
      return create(nextName(), 'TEMPLATE tables');
    },
    async dropDatabase(name) {
      await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`);
    },
    async stop() {
      await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
