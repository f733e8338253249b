import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { endGivenUp } from '../../../src/features/cluster/cluster-run-report.ts';
import { RunJobs } from '../../../src/features/cluster/run-jobs.ts';
import { openClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

interface ShownQueue {
  readonly queues: readonly { name: string; waiting: number; active: number; failed: number }[];
  readonly deadLetters: readonly { id: string; project: string; tries: number; reason: string }[];
}

describe('jobs that were given up', { timeout: 300_000 }, () => {
  let url: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    url = await postgres.createDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-queue-'));
    environment = { DATABASE_URL: url, TIDEMARK_DATA: folder };
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  });

  /** A run whose workers ended as often as the queue allows. */
  async function giveUp(project: string): Promise<string> {
    const cluster = await openClusterStore({ url });
    const jobs = await RunJobs.open(url, () => undefined);
    const jobId = randomUUID();
    const request = JSON.stringify({ project });
    await cluster.runs.add({ jobId, project, request }, (statements) =>
      jobs.send(jobId, project, statements),
    );
    const database = rawDatabase({ kind: 'postgres', url });
    await database.read((db) => sql`update tidemark_jobs.job set retry_limit = 0`.execute(db));
    const [held] = await jobs.takeRuns(1);
    if (held === undefined) throw new Error('nothing to take');
    await jobs.giveBack(held, async () => undefined);
    await endGivenUp(cluster, jobs);
    expect(await cluster.runs.find(jobId)).toMatchObject({
      ending: expect.stringContaining('CLUSTER_RUN_GIVEN_UP'),
    });
    await database.close();
    await jobs.close();
    await cluster.close();
    return jobId;
  }

  test('are listed, and take their turn again when an operator says so', async () => {
    const server = await serverForThisTest({ kind: 'postgres', url });
    expect(await server.json<ShownQueue>('/api/queue')).toEqual({
      queues: [],
      waitingRuns: [],
      deadLetters: [],
    });
    const jobId = await giveUp('shop');
    const shown = await server.json<ShownQueue>('/api/queue');
    expect(shown.queues).toEqual([
      { name: 'host-job', waiting: 0, active: 0, failed: 0 },
      { name: 'run', waiting: 0, active: 0, failed: 1 },
    ]);
    expect(shown.deadLetters).toMatchObject([{ project: 'shop', tries: 1 }]);
    const [letter] = shown.deadLetters;
    await server.post(`/api/queue/${letter?.id}/retry`);
    expect(await server.json<ShownQueue>('/api/queue')).toMatchObject({
      queues: [{ name: 'host-job' }, { name: 'run', waiting: 1, active: 0, failed: 0 }],
      deadLetters: [],
    });
    const cluster = await openClusterStore({ url });
    onTestFinished(() => cluster.close());
    expect(await cluster.runs.openOf('shop')).toMatchObject({ jobId, ending: null });
    const again = await server.ask(`/api/queue/${letter?.id}/retry`, { method: 'POST' });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ code: 'CLUSTER_DEAD_LETTER_UNKNOWN' });
  });

  test('are forgotten by a command, which tells what is there', async () => {
    const before = await runTidemark(['queue', 'ls'], { environment });
    expect(before.stderr).toContain('no worker has been started yet');
    await giveUp('shop');
    const { stdout } = await runTidemark(['queue', 'ls'], { environment });
    expect(stdout).toMatch(/run\s+0\s+0\s+1/);
    const [, id = ''] = /^([0-9a-f-]{36})\s+shop/m.exec(stdout) ?? [];
    const removed = await runTidemark(['queue', 'rm', id], { environment });
    expect(removed.stdout).toContain('shop: its job is forgotten');
    const unknown = await runTidemark(['queue', 'retry', id], { environment });
    expect(unknown.exitCode).not.toBe(0);
    expect(unknown.stderr).toContain(`There is no dead letter "${id}"`);
  });
});
