import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';
import { endedRun, type StartedServer } from '../../kernel/http/started-server.ts';
import { linkedHosts, type ManyHosts, manyHosts } from './many-hosts.ts';
import { slowSite } from './slow-site.ts';
import { WorkerProcess } from './worker-process.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

/** Three takeovers, each of some fourteen seconds, and longer on a machine that is busy with other tests. */
const WAITS = { timeout: 400_000, interval: 200 } as const;

/** A plug-in that ends its worker at a page whose text says so. */
const ends = `export default (before, after) => {
  if (after.text.includes('reef')) process.exit(3);
  return false;
};`;
/** One at which its worker stands still for longer than a lease. */
const standsStill = `export default (before, after) => {
  if (after.text.includes('reef')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25_000);
  return false;
};`;

interface ShownRun {
  readonly state: string;
  readonly startedAt: string;
  readonly pauseReason: string | null;
  readonly resumeAt: string | null;
}

describe('work that its workers do not survive', { timeout: 600_000 }, () => {
  let url: string;
  let folder: string;

  beforeEach(async () => {
    url = await postgres.createDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tidemark-lost-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  });

  /** A worker that is started again whenever it ends, as a service manager does. Returns all that were started. */
  function keptWorker(): readonly WorkerProcess[] {
    const started: WorkerProcess[] = [];
    const stopping = new AbortController();
    const keep = async () => {
      while (!stopping.signal.aborted) {
        const worker = new WorkerProcess(url, folder, ['--runs', '2', '--hosts', '2']);
        started.push(worker);
        await worker.ended;
      }
    };
    const kept = keep();
    onTestFinished(async () => {
      stopping.abort();
      await started.at(-1)?.end('SIGKILL');
      await kept;
    });
    return started;
  }

  /** A server with a project that has run once at workers; what its hosts show next reaches the plug-in. */
  async function serverWith(plugIn: string, hosts: ManyHosts): Promise<StartedServer> {
    await writeFile(join(folder, 'plug-in.mjs'), plugIn);
    const store = await openStore({ kind: 'postgres', url, access: 'write' });
    const scope = hosts.scope.length > 1 ? `crawl:\n  scope: [${hosts.scope.join(', ')}]\n` : '';
    const text = `name: tides\nsource: ${hosts.origins[0]}/\nrender: never\n${scope}limits:\n  delay: 0s\ncompare: [{ plugin: ./plug-in.mjs }]\n`;
    await addProject(store, { text, fileName: 'project.yaml', folder });
    await store.close();
    const server = await serverForThisTest({ kind: 'postgres', url });
    const workers = [keptWorker(), keptWorker()];
    await Promise.all(workers.map(([first]) => first?.says(({ event }) => event === 'working')));
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
    return server;
  }

  /** Another project on the same workers, which has enough to do to meet the end of several of them. */
  async function runOther(server: StartedServer): Promise<void> {
    const site = await slowSite(150, 100);
    onTestFinished(() => site.close());
    const file = `name: other\nsource: ${site.origin}/\nrender: never\nlimits:\n  delay: 0s\n`;
    await server.post('/api/projects', { file });
    await server.post('/api/projects/other/runs');
  }

  async function hostsOf(count: number): Promise<ManyHosts> {
    const hosts = await manyHosts(count, 10, linkedHosts(3));
    onTestFinished(() => hosts.close());
    return hosts;
  }

  const secondRun = (server: StartedServer) => server.json<ShownRun>('/api/projects/tides/runs/2');

  async function expectRest(server: StartedServer): Promise<ShownRun> {
    await vi.waitFor(async () => expect(await secondRun(server)).toMatchObject({ state: 'paused' }), WAITS);
    const run = await secondRun(server);
    expect(run.pauseReason).toContain('its workers ended or got stuck 3 times in a row');
    expect(run.pauseReason).toContain('CLUSTER_RUN_GIVEN_UP');
    expect(Date.parse(run.resumeAt ?? '') - Date.parse(run.startedAt)).toBeGreaterThanOrEqual(300_000);
    return run;
  }

  async function expectOtherFinished(server: StartedServer): Promise<void> {
    await vi.waitFor(
      async () =>
        expect(await server.json('/api/projects/other/runs/1')).toMatchObject({ state: 'finished' }),
      WAITS,
    );
    const { totals } = await server.json<{ totals: object }>('/api/projects/other/runs/1/pages');
    expect(totals).toMatchObject({ NEW: 151 });
    // Nobody works on the run that rests.
    const { queues } = await server.json<{ queues: readonly { waiting: number; active: number }[] }>(
      '/api/queue',
    );
    expect(queues.map(({ waiting, active }) => waiting + active)).toEqual([0, 0]);
  }

  // The other two have both parts of it, each at another kind of run.
  test.runIf(shortOrLong(false, true))(
    'a run that ends its workers is paused, says why, and leaves them to others',
    async () => {
      const hosts = await hostsOf(1);
      const server = await serverWith(ends, hosts);
      hosts.show(linkedHosts(3, () => 'There is a reef'));
      await server.post('/api/projects/tides/runs');
      await runOther(server);
      await expectRest(server);
      await expectOtherFinished(server);
    },
  );

  test('a run at which its workers stand still, as well', async () => {
    const hosts = await hostsOf(1);
    const server = await serverWith(standsStill, hosts);
    hosts.show(linkedHosts(3, () => 'There is a reef'));
    await server.post('/api/projects/tides/runs');
    await runOther(server);
    await expectRest(server);
    await expectOtherFinished(server);
  });

  test('a host of a distributed run that ends its workers: the others are visited, then the run rests', async () => {
    const hosts = await hostsOf(3);
    const server = await serverWith(ends, hosts);
    hosts.show(linkedHosts(3, (host) => (host === 1 ? 'There is a reef' : `Calm, at ${host}`)));
    await server.post('/api/projects/tides/runs');
    await runOther(server);
    const { pauseReason } = await expectRest(server);
    expect(pauseReason).toContain(new URL(hosts.origins[1] ?? '').host);
    const { totals } = await server.json<{ totals: object }>('/api/projects/tides/runs/2/pages');
    expect(totals).toMatchObject({ UPD: 8 });
    await expectOtherFinished(server);
    hosts.show(linkedHosts(3, (host) => `Calm, at ${host}`));
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', 2)).toBe('finished');
    const after = await server.json<{ totals: object }>('/api/projects/tides/runs/2/pages');
    expect(after.totals).toMatchObject({ UPD: 12 });
  });
});
