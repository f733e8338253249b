import { expect, test } from 'vitest';
import { startRun } from '../../../../src/crawl/run/start-run.ts';
import { pagesOf } from '../../../sites/plain/site-server.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

test('a second run of a project is refused while one is going on, and changes nothing', async () => {
  const site = await siteForThisTest(pagesOf({ '/': '<title>Home</title><p>At home.</p>' }));
  const store = await storeForThisTest();
  const url = `${site.origin}/`;
  const first = await startRun({ store }, { project: 'home', url, settings: { depth: 3 } });
  await expect(startRun({ store }, { project: 'home', url, settings: { depth: 1 } })).rejects.toMatchObject({
    code: 'STORE_LOCKED',
  });
  expect(JSON.parse((await store.projects.find('home'))?.settings ?? '')).toMatchObject({ depth: 3 });
  expect(await first.ended).toMatchObject({ state: 'finished', pages: 1 });
});

test('a run can be watched by several, paused, and resumed by starting it again', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `/${i === 0 ? '' : i}`,
      `<p>Page ${i}.</p><a href="/${i + 1}">next</a>`,
    ]),
  );
  const site = await siteForThisTest(pagesOf(pages));
  const store = await storeForThisTest();
  const request = { project: 'chain', url: `${site.origin}/`, settings: { twin: false } };
  const run = await startRun({ store }, request);
  const [seen, alsoSeen]: [string[], string[]] = [[], []];
  run.watch(({ event }) => seen.push(event));
  const stopWatching = run.watch((event) => {
    alsoSeen.push(event.event);
    if (event.event === 'page' && event.url.endsWith('/7')) run.pause();
  });
  expect(await run.ended).toMatchObject({ state: 'paused', reason: 'interrupted' });
  stopWatching();
  expect(alsoSeen).toEqual(seen);
  expect(seen[0]).toBe('started');
  expect(seen.at(-1)).toBe('ended');
  const resumed = await startRun({ store }, request);
  expect([resumed.resumed, resumed.number]).toEqual([true, 1]);
  expect(await resumed.ended).toMatchObject({ state: 'finished' });
  expect(resumed.progress().queued).toBe(0);
  expect(new Set(site.pages()).size).toBe(31);
});

test('an earlier run whose file can no longer be read does not keep the project from running', async () => {
  const site = await siteForThisTest(pagesOf({ '/': '<title>Home</title><p>At home.</p>' }));
  const store = await storeForThisTest();
  const request = { project: 'home', url: `${site.origin}/` };
  await (await startRun({ store }, request)).ended;
  const { id } = (await store.projects.find('home')) ?? { id: 0 };
  for (const state of ['finished', 'paused'] as const) {
    const settings = JSON.stringify({ file: 'name: home\nunknown: key\n', folder: '.' });
    const old = await store.runs.begin(id, { startedAt: 0, settings });
    await store.runs.change(old.id, { state, at: 0 });
    const run = await startRun({ store }, request);
    expect(run.resumed).toBe(false);
    expect(await run.ended).toMatchObject({ state: 'finished', pages: 1 });
  }
});

test('a run that fails in an unforeseen way is paused, says why, and goes on later by itself', async () => {
  const site = await siteForThisTest(pagesOf({ '/': '<title>Home</title><p>At home.</p>' }));
  const store = await storeForThisTest();
  const now = Date.UTC(2026, 10, 18);
  const broken = new Error('out of ids');
  const frontier = { ...store.frontier, count: () => Promise.reject(broken) };
  const clock = { now: () => now, sleep: async () => undefined };
  const request = { project: 'home', url: `${site.origin}/` };
  const run = await startRun({ store: { ...store, frontier }, clock }, request);
  await expect(run.ended).rejects.toThrow('out of ids');
  const { id } = (await store.projects.find('home')) ?? { id: 0 };
  expect(await store.runs.latest(id)).toMatchObject({
    state: 'paused',
    pauseReason: 'out of ids',
    resumeAt: now + 60_000,
  });
});
