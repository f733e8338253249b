import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import type { RunRequest } from '../../../src/crawl/run/run-request.ts';
import { startRun } from '../../../src/crawl/run/start-run.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { changingHosts } from './changing-hosts.ts';
import { clusterForThisTest } from './cluster-for-this-test.ts';
import { type HostPages, linkedHosts, type ManyHosts, manyHosts, overlaps } from './many-hosts.ts';
import { whatIsStored } from './what-is-stored.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

async function hostsForThisTest(count: number, ms: number, pages: HostPages): Promise<ManyHosts> {
  const hosts = await manyHosts(count, ms, pages);
  onTestFinished(() => hosts.close());
  return hosts;
}

const visitOf = ({ origins, scope }: ManyHosts, settings: RunRequest['settings'] = {}): RunRequest => ({
  project: 'hosts',
  url: `${origins[0]}/`,
  settings: { scope, render: 'never', ...settings },
});

describe('a run over many hosts', { timeout: 300_000 }, () => {
  test('is visited by several workers, each host by one of them', async () => {
    // No worker has room for all hosts, and the other one looks for work several times before it has room again.
    const hosts = await hostsForThisTest(6, 500, linkedHosts(5));
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2, {}, 3);
    const run = await cluster.start(visitOf(hosts));
    expect(await run.ended).toMatchObject({ state: 'finished', pages: 36, errors: 0, hosts: 6 });
    const taken = cluster.said.filter((said) => said.event === 'taken' && said.host !== undefined);
    expect(new Set(taken.map((said) => ('host' in said ? said.host : ''))).size).toBe(6);
    expect(new Set(taken.map(({ worker }) => worker)).size).toBe(2);
    expect(overlaps(hosts.asked)).toEqual([]);
  });

  test('finds the same as on one machine, at the first visit and at the second', async () => {
    const hosts = await hostsForThisTest(4, 0, changingHosts(false));
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-one-machine-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const config = readConfig({ data: folder }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const here = await openStore({ kind: 'sqlite', folder, access: 'write' });
    onTestFinished(() => here.close());
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 4);
    const request = visitOf(hosts, { detectors: [{ name: 'lamp', words: ['lamp'] }] });
    for (const isEdited of [false, true]) {
      hosts.show(changingHosts(isEdited));
      await (await startRun({ store: here, config }, request)).ended;
      await (await cluster.start(request)).ended;
    }
    const onOneMachine = await whatIsStored(here, 'hosts');
    expect(onOneMachine.runs[1]?.found).toHaveLength(1);
    expect(await whatIsStored(cluster.store.store, 'hosts')).toEqual(onOneMachine);
    expect(cluster.said.filter((said) => said.event === 'taken' && said.host !== undefined)).not.toHaveLength(
      0,
    );
  });

  test('wakes a host that was done when a late link leads to it', async () => {
    const chain: HostPages = (host, path, origins) => {
      if (host === 1)
        return path === '/' || path === '/late' ? `<title>${path}</title><p>Host 1 at ${path}</p>` : null;
      const place = path === '/' ? 0 : Number(path.slice(1));
      if (!(place <= 12)) return null;
      const links = [`<a href="/${place + 1}">next</a>`];
      if (place === 0) links.push(`<a href="${origins[1]}/">other</a>`);
      if (place === 12) links.push(`<a href="${origins[1]}/late">late</a>`);
      return `<title>Place ${place}</title><p>Here is place ${place} of the chain.</p>${links.join(' ')}`;
    };
    const hosts = await hostsForThisTest(2, 150, chain);
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2);
    const run = await cluster.start(visitOf(hosts, { twin: false }));
    expect(await run.ended).toMatchObject({ state: 'finished', pages: 15 });
    const ofSecond = cluster.said.filter(
      (said) => 'host' in said && said.host === new URL(hosts.origins[1] ?? '').host,
    );
    expect(ofSecond.map(({ event }) => event)).toEqual(['taken', 'ended', 'taken', 'ended']);
  });

  test('stops at the limit of pages, over all hosts together, and goes on from there', async () => {
    const hosts = await hostsForThisTest(5, 5, linkedHosts(8));
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2);
    const first = await cluster.start(visitOf(hosts, { maxPages: 20 }));
    expect(await first.ended).toMatchObject({ state: 'paused', reason: '20 pages requested', pages: 20 });
    const second = await cluster.start(visitOf(hosts, { maxPages: 100 }));
    expect(await second.ended).toMatchObject({ state: 'finished', pages: 25 });
    expect(second).toMatchObject({ number: 1, resumed: true });
  });

  test('has one room for addresses that wait, over all hosts together', async () => {
    const HERE = 1500;
    const many: HostPages = (host, path, origins) => {
      if (path !== '/') return null;
      const own = Array.from({ length: HERE }, (_, n) => `<a href="/made-${host}-${n}">${n}</a>`);
      const others = host === 0 ? origins.map((origin) => `<a href="${origin}/">host</a>`) : [];
      return `<title>Host ${host}</title>${[...others, ...own].join(' ')}`;
    };
    const hosts = await hostsForThisTest(3, 0, many);
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2);
    const run = await cluster.start(visitOf(hosts, { maxFrontier: 40, twin: false, attempts: 1 }));
    const { notices, ...ending } = await run.ended;
    expect(ending).toMatchObject({ state: 'finished', hosts: 3, pages: 3 });
    const project = await cluster.store.store.projects.find('hosts');
    const stored = await cluster.store.store.pages.known(project?.id ?? 0, { after: 0, limit: 10_000 });
    // Three hosts that do not know yet of each other's: never more than three times the room.
    expect(stored.length).toBeLessThanOrEqual(3 * 40 + 6);
    expect(notices.join()).toMatch(/^4\d{3} links to new addresses were left out .* is full at 40 addresses/);
  });

  test('pauses when the user says so, and goes on', async () => {
    const hosts = await hostsForThisTest(3, 100, linkedHosts(150));
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2);
    const run = await cluster.start(visitOf(hosts));
    await hosts.reaches(15);
    run.pause('lunch');
    expect(await run.ended).toMatchObject({ state: 'paused', reason: 'lunch' });
    hosts.answerIn(0);
    const again = await cluster.start(visitOf(hosts));
    expect(await again.ended).toMatchObject({ state: 'finished' });
    const stored = await whatIsStored(cluster.store.store, 'hosts');
    expect(stored.runs).toMatchObject([{ number: 1, state: 'finished' }]);
    expect(stored.pages).toHaveLength(3 * 151);
  });
});

describe('two runs that visit the same host', { timeout: 300_000 }, () => {
  test('never ask it at the same time, whether they are shared or not', async () => {
    const hosts = await hostsForThisTest(2, 20, linkedHosts(40));
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2);
    const [shared, whole] = await Promise.all([
      cluster.start(visitOf(hosts)),
      cluster.start({ ...visitOf(hosts, { scope: [] }), project: 'whole' }),
    ]);
    expect(await shared.ended).toMatchObject({ state: 'finished', pages: 82 });
    expect(await whole.ended).toMatchObject({ state: 'finished', pages: 41 });
    expect(overlaps(hosts.asked)).toEqual([]);
  });

  test('wait as long as it asked one of them to', async () => {
    const hosts = await hostsForThisTest(1, 0, () => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: '',
    }));
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 1);
    const visit = (project: string) => cluster.start({ ...visitOf(hosts, { scope: [] }), project });
    const reported = { state: 'paused', resumeAt: expect.any(Number) as number };
    expect(await (await visit('first')).ended).toMatchObject(reported);
    const asked = hosts.asked.length;
    expect(await (await visit('second')).ended).toMatchObject(reported);
    expect(hosts.asked).toHaveLength(asked);
  });
});
