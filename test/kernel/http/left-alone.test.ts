import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import type { Run } from '../../../src/crawl/tables/run.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { Passwords } from '../../../src/features/people/password-hash.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { SetClock } from '../../features/watching/set-clock.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { lineTo } from '../database/line-to-postgres.ts';
import type { Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';

/** On a slow machine everything takes longer, and nothing else. */
const WAITS = { timeout: 240_000, interval: 50 } as const;

describe('a server whose PostgreSQL was away', () => {
  let place: Place;
  storePlaceForEachTest('postgres', (fresh) => {
    place = fresh;
  });

  async function serverForThisTest(
    projects: readonly string[],
    prepare: (store: Store) => Promise<void> = async () => undefined,
  ) {
    if (place.kind !== 'postgres') throw new Error('a database is needed');
    const line = await lineTo(place.url);
    const store = await openStore({ ...place, access: 'write' });
    const clock = new SetClock('2026-05-01T08:00Z');
    for (const text of projects)
      await addProject(store, { text, fileName: 'project.yaml', folder: '.' }, { now: clock.now });
    await prepare(store);
    const data = await mkdtemp(join(tmpdir(), 'tidemark-left-alone-'));
    const server = await startServer({
      config: readConfig({ data, databaseUrl: line.url }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' }),
      ...{ host: '127.0.0.1', port: 0, log: null, webFolder: '' },
      passwords: new Passwords({ log2n: 4, r: 8, p: 1 }),
      dependencies: { clock },
    });
    onTestFinished(async () => {
      line.mend();
      await server.close();
      line.close();
      await store.close();
      await rm(data, { recursive: true, force: true });
    });
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
    /** Waits for something while the clock goes on, second by second. */
    const until = (what: () => Promise<boolean>) =>
      vi.waitFor(async () => {
        clock.moveTo(new Date(clock.now() + 1000).toISOString());
        expect(await what()).toBe(true);
      }, WAITS);
    return { store, line, clock, isReady, until };
  }

  test('runs by its schedules again, by itself, and is ready only then', { timeout: 500_000 }, async () => {
    const site = await siteForThisTest(({ target }, response) => {
      if (target === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Tides of today</p>');
    });
    const { store, line, clock, isReady, until } = await serverForThisTest([
      `name: tides\nsource: ${site.origin}/\nschedule: every 1h\n`,
    ]);
    const finished = async () => (await runsOf(store, 'tides')).filter(({ state }) => state === 'finished');
    await until(async () => (await finished()).length === 1);
    expect(await isReady()).toBe(true);
    line.cut();
    // The next run is planned while nobody answers, and everything that is looked for fails.
    clock.moveTo('2026-05-01T09:00Z');
    await until(async () => !(await isReady()));
    clock.moveTo('2026-05-01T09:10Z');
    await until(async () => !(await isReady()));
    line.mend();
    await until(async () => (await finished()).length === 2);
    await until(isReady);
    const [late] = await finished();
    expect(new Date(late?.dueAt ?? 0).toISOString()).toBe('2026-05-01T09:00:00.000Z');
    expect(late?.startedAt).toBeGreaterThan(late?.dueAt ?? Number.POSITIVE_INFINITY);
  });

  test('goes on with a run that the outage broke off, also without a schedule', {
    timeout: 500_000,
  }, async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const site = await siteForThisTest(async ({ target }, response) => {
      if (target === '/robots.txt') return void response.writeHead(404).end();
      if (target !== '/') {
        asked.resolve();
        await held.promise;
      }
      const links = Array.from({ length: 20 }, (_, page) => `<a href="/${page}">${page}</a>`).join(' ');
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(links);
    });
    const { store, line, until, isReady } = await serverForThisTest(
      [`name: tides\nsource: ${site.origin}/\n`],
      async (before) => {
        const { id } = (await before.projects.find('tides')) ?? { id: 0 };
        // What a server leaves behind that was killed.
        await before.runs.begin(id, { startedAt: Date.parse('2026-05-01T07:59Z'), settings: '{}' });
      },
    );
    await asked.promise;
    line.cut();
    held.resolve();
    await until(async () => !(await isReady()));
    line.mend();
    await until(async () => (await runsOf(store, 'tides'))[0]?.state === 'finished');
    expect(new Set(site.pages()).size).toBe(21);
  });
});

async function runsOf(store: Store, name: string): Promise<readonly Run[]> {
  const project = await store.projects.find(name);
  return project === null ? [] : store.runs.list(project.id);
}
