import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for a database: a socket of the process that runs them. */
    readonly postgres: string;
  }
}

/**
 * One PostgreSQL server for all test files of a run, started when the first of them asks for a database: a server for each file took a minute
 * of every run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-shared-pg-'));
  const socket = join(folder, 'ask');
  let started: Promise<PostgresServer> | undefined;
  const door = createServer(async ({ method, url = '' }, response) => {
    try {
      started ??= startPostgres();
      const server = await started;
      const name = url.slice(1);
      const answer = method === 'POST' ? await server.createDatabase() : await server.dropDatabase(name);
      response.end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify(String(error)));
    }
  });
  await once(door.listen(socket), 'listening');
  project.provide('postgres', socket);
  return async () => {
    door.close();
    await (await started)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The server of this run, for the tests of one file. `stop` removes the databases that they made. */
export function sharedPostgres(): Omit<PostgresServer, 'dropDatabase'> {
  const made: string[] = [];
  return {
    async createDatabase() {
      const url = (await ask('POST', '')) as string;
      made.push(url);
      return url;
    },
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
