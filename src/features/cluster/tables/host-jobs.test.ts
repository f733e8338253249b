import pg from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  discovered,
  type StartedRun,
  startRun,
  visit,
} from '../../../../test/kernel/database/sample-records.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import type { WriteLease } from '../../../database/postgres/write-lease.ts';
import { type ClusterStore, type FencedHostJob, openClusterStore } from './open-cluster-store.ts';
import type { HostJobKey, HostJobQueue } from './open-host-jobs.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const lease: WriteLease = {
  signal: new AbortController().signal,
  confirm: async (leases) => new Set(leases),
  renewed: () => undefined,
  wait: async () => undefined,
};
const done = { end: { state: 'closed' }, progress: { bytes: 0, queued: 0 } } as const;
const progress = () => ({ bytes: 0, queued: 0 });
const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
const pageAt = (host: string, path: string) =>
  discovered(path, { url: `https://${host}${path}`, host, identity: host + path });

describe('the host jobs of a run', () => {
  let url: string;
  let cluster: ClusterStore;
  let run: StartedRun;
  let sent: (HostJobKey & { readonly jobId: string })[];
  let finishes: number;
  let jobs: HostJobQueue;

  beforeEach(async () => {
    url = await postgres.createStore();
    const opened = await openClusterStore({ url });
    onTestFinished(() => opened.close());
    cluster = opened;
    sent = [];
    finishes = 0;
    jobs = {
      sendHostJobs: async (hostJobs) => void sent.push(...hostJobs),
      sendFinish: async () => void finishes++,
    };
    await cluster.runs.add({ jobId: 'run-job', project: 'sample', request: '{}' }, async () => undefined);
    run = await startRun(cluster.store);
    await run.commit({ discovered: [pageAt('a.example', '/'), pageAt('b.example', '/')] });
    await cluster.forRun('run-job', 0, lease, { id: 'run-job', retryCount: 0 }).openHostJobs(run.runId, jobs);
  });

  const hostsSent = () => sent.map(({ host }) => host);
  const hostJobOf = async (host: string): Promise<FencedHostJob> => {
    const key = { clusterRunId: 'run-job', runId: run.runId, host };
    const { lastCommit } = (await cluster.hostJobs.find(key)) ?? { lastCommit: 0 };
    return cluster.forHostJob(key, lastCommit, lease, {
      jobs,
      progress,
      job: { id: 'host-job', retryCount: 0 },
    });
  };
  const visitAll = async ({ store }: FencedHostJob, host: string, offers: string[] = []): Promise<void> => {
    const pages = await store.frontier.next(run.runId, host, null, 10);
    await store.commit({
      ...{ ...nothing, projectId: run.projectId, runId: run.runId },
      visits: pages.map(({ id }) => visit(id)),
      offers: offers.map((other) => pageAt(other, '/offered')),
    });
  };

  test('are opened for each host with pages, and show that host only', async () => {
    expect(hostsSent()).toEqual(['a.example', 'b.example']);
    const { store } = await hostJobOf('a.example');
    expect(await store.frontier.hosts(run.runId)).toEqual([{ host: 'a.example', queued: 1 }]);
    expect(await store.frontier.count(run.runId)).toBe(1);
  });

  test('are not closed while a page waits', async () => {
    const hostJob = await hostJobOf('a.example');
    expect(await hostJob.end(done)).toBe('goes on');
    await visitAll(hostJob, 'a.example');
    expect(await hostJob.end(done)).toBe('ended');
    expect(finishes).toBe(0);
  });

  test('that were paused are opened again when the run goes on, also without a page that waits', async () => {
    const [a, b] = [await hostJobOf('a.example'), await hostJobOf('b.example')];
    await visitAll(a, 'a.example');
    const paused = {
      end: { state: 'paused', reason: 'stopped', resumeAt: null },
      progress: progress(),
    } as const;
    await a.end(paused);
    await visitAll(b, 'b.example');
    expect(await b.end(done)).toBe('ended');
    expect(
      await cluster
        .forRun('run-job', 10, lease, { id: 'run-job', retryCount: 0 })
        .openHostJobs(run.runId, jobs),
    ).toBe(1);
    expect(hostsSent().slice(2)).toEqual(['a.example']);
    expect(await (await hostJobOf('a.example')).end(done)).toBe('ended');
    expect(await cluster.hostJobs.ofRun(run.runId)).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  });

  test('wake up for what pages of other hosts offer, once', async () => {
    const [a, b] = [await hostJobOf('a.example'), await hostJobOf('b.example')];
    await visitAll(b, 'b.example');
    expect(await b.end(done)).toBe('ended');
    await visitAll(a, 'a.example', ['b.example', 'c.example']);
    expect(hostsSent()).toEqual(['a.example', 'b.example', 'c.example', 'b.example']);
    const again = await hostJobOf('b.example');
    const offers = await again.store.offers.waiting(run.runId, 10);
    expect(offers).toMatchObject([{ url: 'https://b.example/offered', host: 'b.example' }]);
    expect(await again.end(done)).toBe('goes on');
    await again.store.commit({ ...nothing, projectId: run.projectId, runId: run.runId, takenOffers: offers });
    expect(await again.end(done)).toBe('ended');
    await visitAll(await hostJobOf('a.example'), 'a.example', ['b.example']);
    expect(hostsSent()).toHaveLength(4);
  });

  test('two that wake the same host at the same time do not wait for each other', async () => {
    await visitAll(await hostJobOf('a.example'), 'a.example', ['c.example']);
    const closer = new pg.Client({ connectionString: url });
    await closer.connect();
    onTestFinished(() => closer.end());
    await closer.query('BEGIN');
    await closer.query("UPDATE host_job SET state = 'closed' WHERE host = 'b.example'");
    let repeated = 0;
    const counted = { ...lease, wait: async () => void repeated++ };
    const elsewhere = await openClusterStore({ url });
    onTestFinished(() => elsewhere.close());
    const workers = [
      ['a.example', cluster],
      ['c.example', elsewhere],
    ] as const;
    const offering = workers.map(([host, worker]) => {
      const key = { clusterRunId: 'run-job', runId: run.runId, host };
      return worker
        .forHostJob(key, 10, counted, { jobs, progress, job: { id: 'host-job', retryCount: 0 } })
        .store.commit({
          ...{ ...nothing, projectId: run.projectId, runId: run.runId },
          offers: [pageAt('b.example', `/from/${host}`)],
        });
    });
    await expect
      .poll(async () => {
        const { rows } = await closer.query('SELECT FROM pg_locks WHERE NOT granted');
        return rows.length;
      })
      .toBe(2);
    await closer.query('COMMIT');
    await Promise.all(offering);
    expect(repeated).toBe(0);
    expect(hostsSent().filter((host) => host === 'b.example')).toHaveLength(2);
  });

  test('one that was given up is paused, and goes on when an operator wants it to', async () => {
    const key = { clusterRunId: 'run-job', runId: run.runId, host: 'a.example' };
    const { jobId } = (await cluster.hostJobs.find(key)) ?? { jobId: '' };
    const given = { jobId, reason: 'a.example was given up' };
    expect(await cluster.hostJobs.pauseGivenUp(key, { ...given, jobId: 'old' }, jobs.sendFinish)).toBe(false);
    expect(await cluster.hostJobs.pauseGivenUp(key, given, jobs.sendFinish)).toBe(true);
    expect(await cluster.hostJobs.find(key)).toMatchObject({ state: 'paused', reason: given.reason });
    let tries = 0;
    const retry = async () => void tries++;
    expect(await cluster.hostJobs.reopen(key, jobId, retry)).toBe(true);
    expect(await cluster.hostJobs.find(key)).toMatchObject({ state: 'open', reason: null });
    expect(await cluster.hostJobs.reopen(key, jobId, retry)).toBe(false);
    expect(tries).toBe(1);
    const b = await hostJobOf('b.example');
    await visitAll(b, 'b.example');
    await b.end(done);
    expect(finishes).toBe(0);
    await cluster.hostJobs.pauseGivenUp(key, given, jobs.sendFinish);
    expect(finishes).toBe(1);
    expect(await cluster.hostJobs.reopen(key, jobId, retry)).toBe(false);
  });

  test('the last one sends the job that finishes the run', async () => {
    for (const host of ['a.example', 'b.example']) {
      const hostJob = await hostJobOf(host);
      await visitAll(hostJob, host);
      await hostJob.end(done);
    }
    expect(finishes).toBe(1);
    expect(await cluster.hostJobs.totals(run.runId)).toMatchObject({ hosts: 2, pages: 2 });
  });

  test('together are allotted no more pages than the limit, and give back what they do not use', async () => {
    const [a, b] = [await hostJobOf('a.example'), await hostJobOf('b.example')];
    let allotted = 0;
    for (let more = await a.allotPages(10); more > 0; more = await a.allotPages(10)) allotted += more;
    expect(allotted).toBe(10);
    expect(await b.allotPages(10)).toBe(0);
    await visitAll(a, 'a.example');
    await a.end(done);
    expect(await cluster.runs.find('run-job')).toMatchObject({ allottedPages: 1 });
    expect(await b.allotPages(10)).toBeGreaterThan(0);
  });
});
