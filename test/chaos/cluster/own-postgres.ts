import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { embeddedServer } from '../../kernel/database/embedded-server.ts';

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
  const { server, folder, urlOf } = await embeddedServer(true, flags);
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
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE tidemark');
  await client.end();
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    url: urlOf('tidemark'),
    urlThrough: (through) => urlOf('tidemark', through),
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
