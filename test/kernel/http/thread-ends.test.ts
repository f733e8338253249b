import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import type { Run } from '../../../src/crawl/tables/run.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { storePages } from '../../features/search/searched-pages.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { databaseKinds, type Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { serverForThisTest } from './server-for-this-test.ts';
import { endedRun, type StartedServer } from './started-server.ts';

/** On a slow machine everything takes longer, and nothing else. */
const WAITS = { timeout: 240_000, interval: 50 } as const;

/** Plug-ins that end the thread in which they run. */
const endsOnce = `import { existsSync, writeFileSync } from 'node:fs';
export default () => {
  const mark = new URL('ended-once', import.meta.url);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  process.exit(3);
};`;
const endsAlways = 'export default () => process.exit(3);';
const standsStill = `import { existsSync, writeFileSync } from 'node:fs';
export default () => {
  const mark = new URL('stood-still-once', import.meta.url);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  for (;;);
};`;
/** Blocked, without processor time. */
const isBlocked = 'export default () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const takesMemory = `const held = [];
export default async () => {
  for (let n = 0; n < 400; n++) {
    held.push(Array.from({ length: 131_072 }, (_, i) => i + 0.5));
    await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
};`;

describe.each(databaseKinds)('a thread of a server on %s that ends before its runs', (kind) => {
  let place: Place;
  let folder: string;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-plug-in-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A server with a project that has run once. Its next run calls the plug-in. */
  async function serverWith(plugIn: string, more: Parameters<typeof serverForThisTest>[2] = {}) {
    let edition = 0;
    const site = await siteForThisTest(({ target }, response) => {
      if (target === '/robots.txt') return void response.writeHead(404).end();
      const links = target === '/' ? '<a href="/1">1</a> <a href="/2">2</a> ' : '';
      edition++;
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>${links}Tide ${edition}</p>`);
    });
    await writeFile(join(folder, 'plug-in.mjs'), plugIn);
    const store = await openStore({ ...place, access: 'write' });
    const text = `name: tides\nsource: ${site.origin}/\ncompare: [{ plugin: ./plug-in.mjs }]\n`;
    await addProject(store, { text, fileName: 'project.yaml', folder });
    await store.close();
    const server = await serverForThisTest(place, {}, more);
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
    return server;
  }

  const secondRun = (server: StartedServer) =>
    server.json<Pick<Run, 'state' | 'pauseReason'>>('/api/projects/tides/runs/2');

  test('leaves the server alive, and the run goes on by itself', { timeout: 500_000 }, async () => {
    const server = await serverWith(endsOnce);
    await server.post('/api/projects/tides/runs');
    await vi.waitFor(async () => expect(await secondRun(server)).toMatchObject({ state: 'finished' }), WAITS);
  });

  // How the thread ended makes no difference to the database; that of PostgreSQL waits for a lease after each end.
  if (shortOrLong(kind === 'sqlite', true)) {
    test('three times in a row: the run is paused, and says why', { timeout: 500_000 }, async () => {
      const server = await serverWith(endsAlways);
      await server.post('/api/projects/tides/runs');
      await vi.waitFor(async () => expect(await secondRun(server)).toMatchObject({ state: 'paused' }), WAITS);
      expect(JSON.stringify(await secondRun(server))).toContain(
        'its thread ended 3 times: it ended by itself, with code 3',
      );
      const { resumeAt } = await server.json<{ readonly resumeAt: string }>('/api/projects/tides/runs/2');
      expect(Date.parse(resumeAt) - Date.now()).toBeGreaterThan(200_000);
      const other = await siteForThisTest((_, response) => void response.end('Tides'));
      await server.post('/api/projects', { url: `${other.origin}/`, name: 'other' });
      await server.post('/api/projects/other/runs');
      expect(await endedRun(server, 'other', 1)).toBe('finished');
    });

    test('because it stood still: it is said meanwhile, and the run goes on by itself', {
      timeout: 500_000,
    }, async () => {
      const server = await serverWith(standsStill, { threadSilence: { shown: 2000, ended: 15_000 } });
      await server.post('/api/projects/tides/runs');
      await vi.waitFor(async () => expect((await server.ask('/readyz')).status).toBe(503), WAITS);
      const said = async () => (await (await server.ask('/readyz')).json()) as { readonly detail: string };
      const { detail } = await said();
      // Equal lines are logged once and counted: each probe must say the same.
      expect((await said()).detail).toBe(detail);
      expect(detail).toMatch(/^thread \d+: stuck since 20\d\d-/);
      expect(detail).not.toContain('tides');
      const { threads } = await server.json<{ readonly threads: readonly object[] }>('/api/system');
      expect(threads).toContainEqual(expect.objectContaining({ work: ['run of tides'], standsStill: true }));
      const silent = async () =>
        /tidemark_thread_silent_seconds\{thread="\d+"\} (\S+)/.exec(
          await (await server.ask('/metrics')).text(),
        );
      expect(Number((await silent())?.[1])).toBeGreaterThanOrEqual(2);
      await vi.waitFor(
        async () => expect(await secondRun(server)).toMatchObject({ state: 'finished' }),
        WAITS,
      );
      await vi.waitFor(async () => expect((await server.ask('/readyz')).status).toBe(200), WAITS);
      expect(await (await server.ask('/metrics')).text()).toContain('tidemark_threads_lost_total 1');
    });

    test('because it was blocked, three times: the reason says so', { timeout: 500_000 }, async () => {
      const server = await serverWith(isBlocked, { threadSilence: { shown: 1000, ended: 8000 } });
      await server.post('/api/projects/tides/runs');
      await vi.waitFor(async () => expect(await secondRun(server)).toMatchObject({ state: 'paused' }), WAITS);
      expect(JSON.stringify(await secondRun(server))).toContain('it was stuck for 8 seconds');
    });

    test('because of its memory: the reason says so', { timeout: 500_000 }, async () => {
      const server = await serverWith(takesMemory, { heapBudget: 200 });
      await server.post('/api/projects/tides/runs');
      await vi.waitFor(async () => expect(await secondRun(server)).toMatchObject({ state: 'paused' }), WAITS);
      expect(JSON.stringify(await secondRun(server))).toContain('it took more than 200 MiB of memory');
    });
  }
});

/** A page whose words alone take more memory than the threads of the test may. */
const deadly = () => Array.from({ length: 4_000_000 }, (_, i) => `<p>word${i}`).join('\n');

test('a version whose text ends its thread is left out of the index, and keeps no other out', {
  timeout: 500_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-index-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place: Place = { kind: 'sqlite', folder };
  const store = await openStore({ ...place, access: 'write' });
  await storePages(store, [
    { path: '/before', title: 'Low', text: 'Ebb' },
    { path: '/deadly', title: 'Deadly', text: deadly() },
    { path: '/after', title: 'High', text: 'Flood' },
  ]);
  await store.close();
  const server = await serverForThisTest(place, {}, { heapBudget: 100 });
  const hits = async (word: string) =>
    (await server.json<{ readonly items: readonly unknown[] }>(`/api/search?q=${word}`)).items.length;
  await vi.waitFor(async () => expect(await hits('Flood')).toBe(1), WAITS);
  expect(await hits('Ebb')).toBe(1);
  expect(await hits('word7')).toBe(0);
});
