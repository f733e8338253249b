import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';
import { endedRun, type StartedServer } from '../../kernel/http/started-server.ts';
import { linkedHosts, manyHosts, overlaps } from './many-hosts.ts';
import { type SlowSite, slowSite } from './slow-site.ts';
import { WorkerProcess } from './worker-process.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

/** Long before a run is given up. It takes some ten seconds, and longer on a machine that is busy with other tests. */
const MOST_MS = 60_000;

describe('workers of a server', { timeout: 300_000 }, () => {
  let url: string;
  let folder: string;

  beforeEach(async () => {
    url = await postgres.createDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tidemark-cluster-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  });

  const worker = (): WorkerProcess => {
    const started = new WorkerProcess(url, folder);
    onTestFinished(async () => void (await started.end('SIGKILL')));
    return started;
  };

  async function siteOf(pages: number, ms: number): Promise<SlowSite> {
    const site = await slowSite(pages, ms);
    onTestFinished(() => site.close());
    return site;
  }

  async function addProject(server: StartedServer, site: SlowSite): Promise<void> {
    const file = `name: shop\nsource: ${site.origin}/\nlimits:\n  delay: 0s\n`;
    await server.post('/api/projects', { file });
  }

  const whoTakesIt = (workers: readonly WorkerProcess[]): Promise<WorkerProcess> =>
    Promise.race(
      workers.map(async (each) => {
        await each.says(({ event }) => event === 'taken');
        return each;
      }),
    );

  test('a run goes on with another worker when its own is killed, and loses nothing', async () => {
    const site = await siteOf(120, 30);
    const server = await serverForThisTest({ kind: 'postgres', url });
    await addProject(server, site);
    const workers = [worker(), worker()];
    await Promise.all(workers.map((each) => each.says(({ event }) => event === 'working')));
    await server.post('/api/projects/shop/runs', {});
    const taken = await whoTakesIt(workers);
    await site.reaches(50);
    await taken.end('SIGKILL');
    const killedAt = performance.now();
    const other = workers.find((each) => each !== taken);
    await other?.says(({ event }) => event === 'taken');
    expect(performance.now() - killedAt).toBeLessThan(MOST_MS);
    await other?.says(({ event }) => event === 'ended');
    expect(await endedRun(server, 'shop', 1)).toBe('finished');
    const totals = await server.json<{ totals: Record<string, number> }>('/api/projects/shop/runs/1/pages');
    expect(totals.totals).toMatchObject({ NEW: 121 });
  });

  test('a worker that is stopped lets its run go on elsewhere', async () => {
    const site = await siteOf(120, 30);
    const server = await serverForThisTest({ kind: 'postgres', url });
    await addProject(server, site);
    const workers = [worker(), worker()];
    await Promise.all(workers.map((each) => each.says(({ event }) => event === 'working')));
    await server.post('/api/projects/shop/runs', {});
    const first = await whoTakesIt(workers);
    await site.reaches(40);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(first.said.at(-1)).toMatchObject({ event: 'given back', project: 'shop', run: 1 });
    await workers.find((each) => each !== first)?.says(({ event }) => event === 'ended');
    expect(await endedRun(server, 'shop', 1)).toBe('finished');
    // What the first stored, the second did not ask for again.
    expect(site.asked.length).toBeLessThan(180);
  });

  test('the hosts of a shared run go on with another worker when one is killed, and lose nothing', async () => {
    const hosts = await manyHosts(6, 30, linkedHosts(40));
    onTestFinished(() => hosts.close());
    const server = await serverForThisTest({ kind: 'postgres', url });
    const file = `name: shop\nsource: ${hosts.origins[0]}/\nrender: never\ncrawl:\n  scope: [${hosts.scope.join(', ')}]\n`;
    await server.post('/api/projects', { file });
    const workers = [worker(), worker()];
    await Promise.all(workers.map((each) => each.says(({ event }) => event === 'working')));
    await server.post('/api/projects/shop/runs', {});
    await Promise.all(
      workers.map((each) => each.says(({ event, host }) => event === 'taken' && host !== undefined)),
    );
    await hosts.reaches(60);
    const [killed, other] = workers;
    await killed?.end('SIGKILL');
    const killedAt = performance.now();
    const left = killed?.said.find(
      ({ event, host }) =>
        event === 'taken' &&
        host !== undefined &&
        !killed.said.some((said) => said.event === 'ended' && said.host === host),
    );
    await other?.says(({ event, host }) => event === 'taken' && host === left?.host);
    expect(performance.now() - killedAt).toBeLessThan(MOST_MS);
    expect(await endedRun(server, 'shop', 1)).toBe('finished');
    const { totals } = await server.json<{ totals: object }>('/api/projects/shop/runs/1/pages');
    expect(totals).toMatchObject({ NEW: 6 * 41 });
    expect(overlaps(hosts.asked)).toEqual([]);
  });
});
