import { describe, expect, test } from 'vitest';
import { startRun } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';

describe.each(databaseKinds)('projects and runs on %s', (kind) => {
  let store: Store;
  const { reopen } = storeForEachTest(kind, (opened) => {
    store = opened;
  });

  test('a project is found by its name after reopening', async () => {
    const created = await store.projects.create({
      name: 'news',
      startUrl: 'https://example.org/',
      settings: '{"depth":3}',
      createdAt: 1_700_000_000_000,
    });
    await reopen();
    expect(await store.projects.find('news')).toEqual(created);
    expect(await store.projects.find('News')).toBeNull();
  });

  test('a name is taken once', async () => {
    await startRun(store, 'news');
    const again = store.projects.create({ name: 'news', startUrl: 'x', settings: '{}', createdAt: 1 });
    await expect(again).rejects.toMatchObject({ code: 'STORE_NAME_TAKEN', decision: 'stop' });
  });

  test('projects are listed in the order of bytes, whatever the locale', async () => {
    for (const name of ['b', 'a', 'B', 'ä', 'Z']) await startRun(store, name);
    expect((await store.projects.list()).map(({ name }) => name)).toEqual(['B', 'Z', 'a', 'b', 'ä']);
    const part = await store.projects.list({ after: 'Z', limit: 2 });
    expect(part.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('settings change', async () => {
    const { projectId } = await startRun(store, 'news');
    await startRun(store, 'other');
    await store.projects.change(projectId, { startUrl: 'https://example.net/', settings: '[]' });
    expect(await store.projects.find('other')).toMatchObject({ startUrl: 'https://example.org/' });
    expect(await store.projects.find('news')).toMatchObject({
      startUrl: 'https://example.net/',
      settings: '[]',
    });
  });

  test('runs are numbered within their project', async () => {
    await startRun(store, 'a');
    const { projectId } = await startRun(store, 'b');
    await startRun(store, 'b');
    expect(await store.runs.latest(projectId)).toMatchObject({
      number: 2,
      state: 'running',
      endedAt: null,
    });
    expect((await store.runs.list(projectId)).map(({ number }) => number)).toEqual([2, 1]);
    expect(await store.runs.list(projectId, { below: 2, limit: 5 })).toMatchObject([{ number: 1 }]);
    expect(await store.runs.list(projectId, { limit: 1 })).toMatchObject([{ number: 2 }]);
    expect([...(await store.runs.latestOfAll([projectId])).keys()]).toEqual([projectId]);
    expect((await store.runs.latestOfAll([])).size).toBe(0);
  });

  test('a paused run has a reason, and loses it when it resumes', async () => {
    const { projectId, runId } = await startRun(store);
    await store.runs.change(runId, { state: 'paused', at: 9, pauseReason: 'disk full' });
    expect(await store.runs.latest(projectId)).toMatchObject({
      state: 'paused',
      endedAt: 9,
      pauseReason: 'disk full',
    });
    await store.runs.change(runId, { state: 'running', at: 10 });
    expect(await store.runs.latest(projectId)).toMatchObject({
      state: 'running',
      endedAt: null,
      pauseReason: null,
    });
  });
});
