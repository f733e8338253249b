import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { discovered, type StartedRun, startRun, visit } from '../../../test/databases/sample-records.ts';
import { sharedPostgres } from '../../../test/databases/shared-postgres.ts';
import { type ClusterStore, type FencedShare, openClusterStore } from './open-cluster-store.ts';
import type { SentShare } from './open-hosts.ts';
import type { ShareJobs } from './shares.ts';
import type { WriteLease } from './write-lease.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const lease: WriteLease = {
  signal: new AbortController().signal,
  confirm: async (leases) => new Set(leases),
  kept: () => undefined,
  wait: async () => undefined,
};
const done = { end: { state: 'closed' }, progress: { bytes: 0, queued: 0 } } as const;
const progress = () => ({ bytes: 0, queued: 0 });
const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
const pageAt = (host: string, path: string) =>
  discovered(path, { url: `https://${host}${path}`, host, identity: host + path });

describe('the shares of a run', () => {
  let cluster: ClusterStore;
  let run: StartedRun;
  let sent: SentShare[];
  let finishes: number;
  let jobs: ShareJobs;

  beforeEach(async () => {
    const opened = await openClusterStore({ url: await postgres.createDatabase() });
    onTestFinished(() => opened.close());
    cluster = opened;
    sent = [];
    finishes = 0;
    jobs = {
      sendShares: async (shares) => void sent.push(...shares),
      sendFinish: async () => void finishes++,
    };
    await cluster.handed.add({ jobId: 'handed', project: 'sample', request: '{}' }, async () => undefined);
    run = await startRun(cluster.store);
    await run.commit({ discovered: [pageAt('a.example', '/'), pageAt('b.example', '/')] });
    await cluster.forRun('handed', 0, lease).openShares(run.runId, jobs);
  });

  const hostsSent = () => sent.map(({ host }) => host);
  const shareOf = async (host: string): Promise<FencedShare> => {
    const place = { handedId: 'handed', runId: run.runId, host };
    const { batch } = (await cluster.shares.find(place)) ?? { batch: 0 };
    return cluster.forShare(place, batch, lease, { jobs, progress });
  };
  const visitAll = async ({ store }: FencedShare, host: string, offers: string[] = []): Promise<void> => {
    const pages = await store.frontier.next(run.runId, host, null, 10);
    await store.commit({
      ...{ ...nothing, projectId: run.projectId, runId: run.runId },
      visits: pages.map(({ id }) => visit(id)),
      offers: offers.map((other) => pageAt(other, '/offered')),
    });
  };

  test('are opened for each host with pages, and show that host only', async () => {
    expect(hostsSent()).toEqual(['a.example', 'b.example']);
    const { store } = await shareOf('a.example');
    expect(await store.frontier.hosts(run.runId)).toEqual([{ host: 'a.example', queued: 1 }]);
    expect(await store.frontier.count(run.runId)).toBe(1);
  });

  test('are not closed while a page waits', async () => {
    const share = await shareOf('a.example');
    expect(await share.end(done)).toBe('goes on');
    await visitAll(share, 'a.example');
    expect(await share.end(done)).toBe('ended');
    expect(finishes).toBe(0);
  });

  test('wake up for what pages of other hosts offer, once', async () => {
    const [a, b] = [await shareOf('a.example'), await shareOf('b.example')];
    await visitAll(b, 'b.example');
    expect(await b.end(done)).toBe('ended');
    await visitAll(a, 'a.example', ['b.example', 'c.example']);
    expect(hostsSent()).toEqual(['a.example', 'b.example', 'c.example', 'b.example']);
    const again = await shareOf('b.example');
    const offers = await again.store.offers.waiting(run.runId, 10);
    expect(offers).toMatchObject([{ url: 'https://b.example/offered', host: 'b.example' }]);
    expect(await again.end(done)).toBe('goes on');
    await again.store.commit({ ...nothing, projectId: run.projectId, runId: run.runId, takenOffers: offers });
    expect(await again.end(done)).toBe('ended');
    await visitAll(await shareOf('a.example'), 'a.example', ['b.example']);
    expect(hostsSent()).toHaveLength(4);
  });

  test('the last one sends the job that finishes the run', async () => {
    for (const host of ['a.example', 'b.example']) {
      const share = await shareOf(host);
      await visitAll(share, host);
      await share.end(done);
    }
    expect(finishes).toBe(1);
    expect(await cluster.shares.totals(run.runId)).toMatchObject({ hosts: 2, pages: 2 });
  });

  test('together are granted no more pages than the limit, and give back what they do not use', async () => {
    const [a, b] = [await shareOf('a.example'), await shareOf('b.example')];
    let granted = 0;
    for (let more = await a.grant(10); more > 0; more = await a.grant(10)) granted += more;
    expect(granted).toBe(10);
    expect(await b.grant(10)).toBe(0);
    await visitAll(a, 'a.example');
    await a.end(done);
    expect(await cluster.handed.find('handed')).toMatchObject({ granted: 1 });
    expect(await b.grant(10)).toBeGreaterThan(0);
  });
});
