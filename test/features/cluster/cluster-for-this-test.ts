import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConcurrencyLimit } from '../../../src/base/index.ts';
import { readConfig } from '../../../src/config/index.ts';
import type { RunRequest } from '../../../src/crawl/run/run-request.ts';
import { ClusterRunHandles } from '../../../src/features/cluster/cluster-run-handles.ts';
import { RunJobs } from '../../../src/features/cluster/run-jobs.ts';
import { openCluster, type StartedWorker, startWorker } from '../../../src/features/cluster/start-worker.ts';
import type { ClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import type { WorkerEvent } from '../../../src/features/cluster/worker-context.ts';

export interface ClusterForTest {
  readonly store: ClusterStore;
  readonly handles: ClusterRunHandles;
  /** What workers said, and which of them. */
  readonly said: readonly (WorkerEvent & { readonly worker: number })[];
  start(request: RunRequest): ReturnType<ClusterRunHandles['start']>;
  work(): Promise<StartedWorker>;
}

/** Workers in this process that share a database, and somebody who hands runs to them; all are gone when the test ends. */
export async function clusterForThisTest(
  databaseUrl: string,
  workers: number,
  more: Readonly<Record<string, string>> = {},
  /** Of shared runs, at the same time in each worker. */
  mostHosts?: number,
): Promise<ClusterForTest> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-shares-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8', ...more };
  const config = readConfig({ data: folder, databaseUrl }, environment);
  const store = await openCluster(config);
  onTestFinished(() => store.close());
  const jobs = await RunJobs.open(databaseUrl, () => undefined);
  onTestFinished(() => jobs.close());
  const handles = new ClusterRunHandles({
    ...{ cluster: store, jobs, starts: new ConcurrencyLimit(4) },
    onLate: () => undefined,
    onLateFailure: () => undefined,
  });
  onTestFinished(() => handles.close());
  const said: (WorkerEvent & { worker: number })[] = [];
  let count = 0;
  const work = async () => {
    const number = count++;
    const onEvent = (event: WorkerEvent) => void said.push({ ...event, worker: number });
    const worker = await startWorker({ config, most: 4, mostHosts, onEvent });
    onTestFinished(async () => {
      worker.stop();
      await worker.ended;
    });
    return worker;
  };
  for (let number = 0; number < workers; number++) await work();
  return { store, handles, said, work, start: (request) => handles.start(request, { isPatient: true }) };
}
