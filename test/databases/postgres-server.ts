import { rm } from 'node:fs/promises';
import pg from 'pg';
import { embeddedServer } from './embedded-server.ts';

/** A real PostgreSQL server. */
export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
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
  return {
    async createDatabase() {
      count += 1;
      const name = `test_${count}`;
      // A language's order of letters, so that a test fails where the order of bytes is not asked for.
      await client.query(`CREATE DATABASE ${name} LOCALE_PROVIDER icu ICU_LOCALE 'en-US' TEMPLATE template0`);
      return urlOf(name);
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
