import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { WorkerProcess } from '../../features/cluster/worker-process.ts';
import { type Receiver, startReceiver } from '../../features/notifications/receiver.ts';
import { environmentOf, type ServedLife, serveOnce, tokenFor } from '../server/served-life.ts';
import { setClock } from '../set-clock.ts';
import { type CuttableConnections, cuttableConnections } from './cuttable-connections.ts';
import { WHAT_BECAME_OF_JOBS } from './noted-jobs.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { type SiteSize, type WatchedSite, watchedSite } from './watched-site.ts';

export interface ChaosWorker {
  readonly process: WorkerProcess;
  readonly connections: CuttableConnections;
}

/** A server, workers, their database, a site and a receiver of messages: all of them real, and each in reach of a fault. */
export interface ClusterForChaos {
  readonly postgres: OwnPostgres;
  readonly server: ServedLife;
  readonly site: WatchedSite;
  readonly receiver: Receiver;
  readonly workers: readonly ChaosWorker[];
  /** Which hosts each project visits. Two of them share one. */
  readonly projects: ReadonlyMap<string, readonly string[]>;
  /** A further worker, whose clock may be off by so many milliseconds. */
  addWorker(clockOff?: number): Promise<ChaosWorker>;
  /** Ends a worker and what is between it and the database. */
  removeWorker(worker: ChaosWorker, signal: NodeJS.Signals): Promise<void>;
  /** Rows of the database itself. */
  rows<Row extends object>(sql: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Milliseconds between two requests to a host. */
export const DELAY = 100;

/** A database that does not answer ends the test, and does not keep it waiting. Milliseconds. */
const LIMITS = { connectionTimeoutMillis: 20_000, query_timeout: 60_000 };

export async function clusterForChaos(count: number, size: SiteSize): Promise<ClusterForChaos> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-chaos-cluster-'));
  const postgres = await ownPostgres(['fsync=off']);
  const [site, receiver] = [await watchedSite(size), await startReceiver()];
  const environment = environmentOf({ kind: 'postgres', url: postgres.url }, folder);
  const server = await serveOnce(environment, await tokenFor(environment));
  const rows = async <Row extends object>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: postgres.url, ...LIMITS });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await rows(WHO_STORED_WHAT);
  const workers: ChaosWorker[] = [];
  const addWorker = async (clockOff = 0): Promise<ChaosWorker> => {
    const connections = await cuttableConnections(postgres.socket);
    const worker = new WorkerProcess(
      postgres.urlThrough(connections.folder),
      folder,
      [],
      clockOff === 0 ? {} : setClock(join(folder, `clock-${clockOff}.json`), { off: clockOff }).environment,
    );
    workers.push({ process: worker, connections });
    await worker.says(({ event }) => event === 'working');
    return { process: worker, connections };
  };
  await Promise.all(Array.from({ length: count }, () => addWorker()));
  await rows(WHAT_BECAME_OF_JOBS);
  const [first = '', shared = '', last = ''] = site.origins;
  const projects = new Map([
    ['tide', [first, shared]],
    ['moon', [shared, last]],
  ]);
  for (const [name, origins] of projects) await addProject(server, name, origins, receiver.origin);
  return {
    ...{ postgres, server, site, receiver, workers, projects, addWorker, rows },
    async removeWorker(worker, signal) {
      workers.splice(
        workers.findIndex(({ process }) => process === worker.process),
        1,
      );
      await worker.process.end(signal);
      await worker.connections.close();
    },
    async close() {
      await Promise.all(workers.map(({ process }) => process.end('SIGKILL')));
      await server.kill();
      await Promise.all([site.close(), receiver.close(), ...workers.map((each) => each.connections.close())]);
      await postgres.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Who stored each visit, and when, by the clock of the database: what a worker says about itself is not the judge. */
const WHO_STORED_WHAT = `
  CREATE TABLE chaos_stored (run_id bigint, page_id bigint, writer text, at timestamptz);
  CREATE FUNCTION chaos_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos_stored VALUES (NEW.run_id, NEW.page_id, current_setting('application_name'), clock_timestamp());
    RETURN NEW;
  END $$;
  CREATE TRIGGER chaos_note AFTER INSERT ON visit FOR EACH ROW EXECUTE FUNCTION chaos_note()`;

async function addProject(
  server: ServedLife,
  name: string,
  origins: readonly string[],
  receiver: string,
): Promise<void> {
  const file = JSON.stringify({
    name,
    source: `${origins[0]}/0`,
    limits: { delay: `${DELAY}ms` },
    crawl: { scope: origins.map((origin) => `${origin}/`), userAgent: name, attempts: 8 },
    notify: [{ to: `${receiver}/${name}`, events: ['changed'], cap: 100 }],
  });
  const answer = await server.ask('POST', '/api/projects', { file });
  if (answer?.status !== 201) throw new Error(`${name}: ${JSON.stringify(answer)}`);
}

/** Asks until the server answers as wanted: it cannot while the database is away. */
export async function asksUntil<T>(
  server: ServedLife,
  [method, path, body]: readonly [string, string, object?],
  wanted: (status: number, answer: unknown) => T | null,
  giveUp: AbortSignal,
): Promise<T | null> {
  while (!giveUp.aborted) {
    const answer = await server.ask(method, path, body);
    const found = answer === null ? null : wanted(answer.status, answer.body);
    if (found !== null) return found;
    await setTimeout(100);
  }
  return null;
}
