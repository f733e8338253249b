import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { endGivenUp } from '../../../src/features/cluster/cluster-run-report.ts';
import { retryDeadLetter } from '../../../src/features/cluster/manage-queue.ts';
import { RunJobs } from '../../../src/features/cluster/run-jobs.ts';
import { RunLease } from '../../../src/features/cluster/run-lease.ts';
import type { ClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import { openClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import { lostTries } from '../../../src/features/cluster/tables/stored-try.ts';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { discovered, startRun } from '../../kernel/database/sample-records.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe('jobs of a cluster', { timeout: 300_000 }, () => {
  const open = async (url: string): Promise<RunJobs> => {
    const jobs = await RunJobs.open(url, () => undefined);
    onTestFinished(() => jobs.close());
    return jobs;
  };
  const hand = (cluster: ClusterStore, jobs: RunJobs, project: string): Promise<string> => {
    const jobId = randomUUID();
    return cluster.runs.add({ jobId, project, request: '{}' }, (statements) =>
      jobs.send(jobId, project, statements),
    );
  };

  test('one whose worker is gone is taken at once by those who saw it at work', async () => {
    const url = await postgres.createDatabase();
    const cluster = await openClusterStore({ url });
    onTestFinished(() => cluster.close());
    const first = await open(url);
    const jobId = await hand(cluster, first, 'shop');
    const [held] = await first.takeRuns(1);
    if (held === undefined) throw new Error('nothing to take');
    // What pg-boss notes once a second, and every process reads once a minute.
    const database = rawDatabase({ kind: 'postgres', url });
    onTestFinished(() => database.close());
    await database.read((db) =>
      sql`update tidemark_jobs.queue set singletons_active =
        (select array_agg(singleton_key) from tidemark_jobs.job where state = 'active' and policy = 'singleton')
        where name = 'run'`.execute(db),
    );
    const second = await open(url);
    await first.giveBack(held, (next) => cluster.runs.noteTry(jobId, next));
    const [again] = await second.takeRuns(4);
    expect(again).toMatchObject({ id: jobId, retryCount: 1 });
    // A worker that gives its work back was not lost.
    const run = await cluster.runs.find(jobId);
    expect(lostTries(again ?? held, run?.storedTry ?? null)).toBe(0);
  });

  test('a database out of reach is said to be so', async () => {
    const closed = await listenOnLoopback(createServer());
    await closed.close();
    const opening = RunJobs.open(closed.origin.replace('http:', 'postgres:'), () => undefined);
    await expect(opening).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
  });

  test('a project has one run that was handed over, however many ask at the same time', async () => {
    const url = await postgres.createDatabase();
    const cluster = await openClusterStore({ url });
    onTestFinished(() => cluster.close());
    const jobs = await open(url);
    const ids = await Promise.all(Array.from({ length: 5 }, () => hand(cluster, jobs, 'shop')));
    expect(new Set(ids).size).toBe(1);
    expect(await jobs.takeRuns(9)).toHaveLength(1);
    // The job of a run that has ended may still be there: the next one does not wait for it.
    await cluster.runs.end(ids[0] ?? '', '{}');
    const next = await hand(cluster, jobs, 'shop');
    expect(await jobs.takeRuns(9)).toMatchObject([{ id: next }]);
  });

  test('a host that was given up pauses, and goes on when an operator wants it to', async () => {
    const url = await postgres.createDatabase();
    const cluster = await openClusterStore({ url });
    onTestFinished(() => cluster.close());
    const jobs = await open(url);
    const clusterRunId = await hand(cluster, jobs, 'sample');
    const { runId, commit } = await startRun(cluster.store);
    const pages = ['a.example', 'b.example'].map((host) =>
      discovered('/', { url: `https://${host}/`, host, identity: host }),
    );
    await commit({ discovered: pages });
    const [plan] = await jobs.takeRuns(1);
    if (plan === undefined) throw new Error('nothing to take');
    await cluster.forRun(clusterRunId, 0, new RunLease(jobs, plan), plan).openHostJobs(runId, jobs);
    const database = rawDatabase({ kind: 'postgres', url });
    onTestFinished(() => database.close());
    await database.read((db) => sql`update tidemark_jobs.job set retry_limit = 0`.execute(db));
    const [held] = await jobs.takeHostJobs(1);
    if (held === undefined) throw new Error('nothing to take');
    const { host } = held.key;
    await jobs.giveBack(held, async () => undefined);
    await endGivenUp(cluster, jobs);
    expect(await cluster.hostJobs.find(held.key)).toMatchObject({
      ...{ state: 'paused', reason: expect.stringContaining(`${host} was given up`) },
    });
    const [letter] = await cluster.queues.deadLetters();
    expect(letter).toMatchObject({ queue: 'host-job', project: 'sample', host, clusterRunId });
    await retryDeadLetter(cluster, readConfig({ databaseUrl: url }), letter?.id ?? '');
    expect(await cluster.hostJobs.find(held.key)).toMatchObject({ state: 'open', reason: null });
    expect(await cluster.queues.deadLetters()).toEqual([]);
    expect(await jobs.takeHostJobs(9)).toHaveLength(2);
  });
});
