import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import {
  discovered,
  type StartedRun,
  startRun,
  visit,
} from '../../../../test/kernel/database/sample-records.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import type { BulkUpdate, Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import type { WriteLease } from '../../../database/postgres/write-lease.ts';
import { gatherRows } from './gathered-rows.ts';
import { GroupCommits } from './group-commits.ts';
import { type ClusterStore, openClusterStore } from './open-cluster-store.ts';
import type { HostJobQueue } from './open-host-jobs.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const hosts = ['a.example', 'b.example', 'c.example'];
const progress = () => ({ bytes: 0, queued: 0 });
const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
const jobs: HostJobQueue = { sendHostJobs: async () => undefined, sendFinish: async () => undefined };
const pageAt = (host: string) =>
  discovered('/', { url: `https://${host}/`, host, identity: `https://${host}/` });

const countPages: BulkUpdate = {
  kind: 'update',
  table: 'host_job_work',
  given: { host: 'text', pages: 'integer' },
  set: 'pages = host_job_work.pages + given.pages',
  where: 'host_job_work.host = given.host',
};

describe('commits of several host jobs', () => {
  let cluster: ClusterStore;
  let database: Database;
  let run: StartedRun;
  /** How many host jobs were written in each transaction. */
  let confirmed: number[];
  const lostHosts = new Set<string>();

  beforeEach(async () => {
    const url = await postgres.createDatabase();
    cluster = await openClusterStore({ url });
    database = rawDatabase({ kind: 'postgres', url });
    onTestFinished(async () => {
      await cluster.close();
      await database.close();
    });
    confirmed = [];
    lostHosts.clear();
    await cluster.runs.add({ jobId: 'run-job', project: 'sample', request: '{}' }, async () => undefined);
    run = await startRun(cluster.store);
    await run.commit({ discovered: hosts.map(pageAt) });
    await cluster
      .forRun('run-job', 0, leaseOf(''), { id: 'run-job', retryCount: 0 })
      .openHostJobs(run.runId, jobs);
    confirmed = [];
  });

  const hostsOf = new Map<WriteLease, string>();
  function leaseOf(host: string): WriteLease {
    const lease: WriteLease = {
      signal: new AbortController().signal,
      confirm: async (leases) => {
        confirmed.push(leases.length);
        return new Set(leases.filter((each) => !lostHosts.has(hostsOf.get(each) ?? '')));
      },
      renewed: () => undefined,
      wait: async () => undefined,
    };
    hostsOf.set(lease, host);
    return lease;
  }

  async function visitHost(host: string): Promise<void> {
    const key = { clusterRunId: 'run-job', runId: run.runId, host };
    const { store } = cluster.forHostJob(key, 0, leaseOf(host), {
      jobs,
      progress,
      job: { id: 'host-job', retryCount: 0 },
    });
    const pages = await store.frontier.next(run.runId, host, null, 10);
    const visits = pages.map(({ id }) => visit(id));
    await store.commit({ ...nothing, projectId: run.projectId, runId: run.runId, visits });
  }

  const visitedHosts = async () => {
    const left = await cluster.store.frontier.hosts(run.runId);
    return hosts.filter((host) => !left.some((other) => other.host === host));
  };

  test('store what each of them visited', async () => {
    await Promise.all(hosts.map(visitHost));
    expect(await visitedHosts()).toEqual(hosts);
    expect(await cluster.hostJobs.totals(run.runId)).toMatchObject({ hosts: 3, pages: 3 });
  });

  test('of which one cannot be written: the others are', async () => {
    const [page] = await cluster.store.frontier.next(run.runId, 'b.example', null, 1);
    await run.commit({ visits: [visit(page?.id ?? 0)] });
    const again = async () => {
      const key = { clusterRunId: 'run-job', runId: run.runId, host: 'b.example' };
      const { store } = cluster.forHostJob(key, 0, leaseOf('b.example'), {
        jobs,
        progress,
        job: { id: 'host-job', retryCount: 0 },
      });
      const visits = [visit(page?.id ?? 0)];
      await store.commit({ ...nothing, projectId: run.projectId, runId: run.runId, visits });
    };
    const [a, b] = await Promise.allSettled([visitHost('a.example'), again()]);
    expect(a?.status).toBe('fulfilled');
    expect(b).toMatchObject({ status: 'rejected', reason: { code: 'STORE_FENCED' } });
    expect(await visitedHosts()).toEqual(['a.example', 'b.example']);
  });

  /** Commits of all hosts at once, through a connection that may break: before the server gets the COMMIT, or when it has. */
  async function commitAll(
    breaks: 'never' | 'before' | 'after' = 'never',
    numbers: readonly number[] = [1, 1, 1],
  ): Promise<readonly string[]> {
    let cuts = breaks === 'never' ? 0 : 1;
    const away = new StoreError('STORE_UNREACHABLE', 'The database is away.');
    const group = new GroupCommits({
      ...database,
      write: async (work) => {
        const isCut = cuts-- > 0;
        const value = await database.write(async (writing) => {
          const done = await work(writing);
          if (isCut && breaks === 'before') throw away;
          return done;
        });
        if (isCut) throw away;
        return value;
      },
    });
    const outcomes = await Promise.allSettled(
      hosts.map(async (host, number) => {
        const writer = { kind: 'host-job', runId: run.runId, host } as const;
        const rows = await gatherRows((writing) => writing.bulk(countPages, [[host, 1]]));
        await group.write({ writer, number: numbers[number] ?? 0, lease: leaseOf(host), rows });
      }),
    );
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'written' : (outcome.reason as StoreError).code,
    );
  }

  const stored = async () =>
    (await cluster.hostJobs.ofRun(run.runId)).map(({ lastCommit, counts }) => [lastCommit, counts.pages]);

  test('are written in one transaction', async () => {
    expect(await commitAll()).toEqual(['written', 'written', 'written']);
    expect(confirmed).toEqual([3]);
  });

  test('of which one was lost: nothing of it is written, and all of the others', async () => {
    lostHosts.add('b.example');
    expect(await commitAll()).toEqual(['written', 'STORE_LEASE_LOST', 'written']);
    expect(confirmed).toEqual([3]);
    expect(await stored()).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
  });

  test.each(['before', 'after'] as const)(
    'whose connection breaks %s the COMMIT are written once',
    async (breaks) => {
      expect(await commitAll(breaks)).toEqual(['written', 'written', 'written']);
      expect(await stored()).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ]);
    },
  );

  test('with a number that another holder has passed are lost', async () => {
    expect(await commitAll('after', [1, 0, 1])).toEqual(['written', 'STORE_LEASE_LOST', 'written']);
    expect(await cluster.hostJobs.totals(run.runId)).toMatchObject({ pages: 2 });
  });
});
