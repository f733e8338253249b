import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type OwnPostgres, ownPostgres } from '../../test/chaos/cluster/own-postgres.ts';
import { environmentOf, type ServedLife, serveOnce, tokenFor } from '../../test/chaos/server/served-life.ts';
import { WorkerProcess } from '../../test/features/cluster/worker-process.ts';

/** A server and workers over a PostgreSQL that writes to the disk, each a process of its own. */
export interface BenchCluster {
  readonly postgres: OwnPostgres;
  readonly server: ServedLife;
  readonly workers: readonly WorkerProcess[];
  /** `flags` are options of `tidemark worker`. */
  addWorkers(count: number, flags?: readonly string[]): Promise<void>;
  endWorkers(): Promise<void>;
  rows<Row extends object>(sql: string): Promise<readonly Row[]>;
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

export interface BenchClusterOptions {
  /** Fills the database before the server starts. */
  readonly prepare?: (url: string) => Promise<void>;
  /** Of the server and the workers, besides what they need. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function benchCluster({
  prepare,
  environment: further = {},
}: BenchClusterOptions = {}): Promise<BenchCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-cluster-'));
  const postgres = await ownPostgres(['max_connections=200']);
  const environment = environmentOf({ kind: 'postgres', url: postgres.url }, folder);
  const token = await tokenFor(environment);
  await prepare?.(postgres.url);
  const server = await serveOnce({ ...environment, ...further }, token);
  const workers: WorkerProcess[] = [];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const endWorkers = async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
  };
  return {
    ...{ postgres, server, workers, endWorkers },
    async addWorkers(count, flags = []) {
      const added = Array.from(
        { length: count },
        () => new WorkerProcess(postgres.url, folder, flags, further),
      );
      workers.push(...added);
      await Promise.all(added.map((worker) => worker.says(({ event }) => event === 'working')));
    },
    rows: async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows,
    async ask<T>(method: string, path: string, body?: object) {
      const answer = await server.ask(method, path, body);
      if (answer === null || answer.status >= 400)
        throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer.body as T;
    },
    async close() {
      await endWorkers();
      await server.stop();
      await client.end();
      await postgres.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface ManyHosts {
  readonly origins: readonly string[];
  /** What was asked for, and when. */
  log(): Promise<readonly (readonly [path: string, at: number])[]>;
  close(): void;
}

export async function manyHosts(hosts: number, pages: number, ms: number): Promise<ManyHosts> {
  const program = fileURLToPath(new URL('./many-hosts-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(hosts), String(pages), String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const origins = JSON.parse(line) as string[];
  return {
    origins,
    log: async () => (await (await fetch(`${origins[0]}/log`)).json()) as [string, number][],
    close: () => void child.kill(),
  };
}
