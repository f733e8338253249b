import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../../database/store.ts';
import type { Match } from '../../../detect/index.ts';
import type { NewOutboxRow } from '../../notifications/tables/outbox.ts';

const match = (pageId: number, detector: string): Match => ({
  detector,
  pageId,
  url: 'https://example.org/0',
  title: 'a\0b \ud800',
  event: 'updated',
  in: 'added',
  place: { segment: '0123456789abcdef', path: 'p', text: 'Price 29.90', sentence: 'Price 29.90' },
  words: [{ text: '29.90', start: 6, end: 11 }],
  number: { before: 34.9, after: 29.9 },
  reason: 'the number beside price is below 30',
});

const message: NewOutboxRow = {
  id: 'abc',
  notification: 'match',
  channel: 'file:x',
  bundle: 'at once',
  content: '{}',
  at: 1,
  deliverAfter: 1,
};

describe.each(databaseKinds)('what detectors found, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  async function onePage() {
    const { projectId, runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/0')] });
    const [page] = await store.frontier.next(runId, 'example.org', null, 1);
    return { projectId, runId, commit, pageId: page?.id ?? 0 };
  }

  test('is kept with the visit, the memory of the page and the message', async () => {
    const { projectId, runId, commit, pageId } = await onePage();
    expect(await store.found.results(pageId)).toBeNull();
    const matches = [match(pageId, 'odd \0 name'), match(pageId, 'second')];
    await commit({
      visits: [visit(pageId, { flag: 'UPD' })],
      found: [{ pageId, matches, results: Uint8Array.of(1, 2) }],
      outbox: [message],
    });
    expect(await store.found.ofRun(runId, { limit: 10 })).toEqual(matches);
    expect(await store.found.ofRun(runId, { limit: 1 })).toEqual(matches.slice(0, 1));
    expect(await store.found.ofRun(runId, { limit: 1, skip: 1 })).toEqual(matches.slice(1, 2));
    expect(await store.found.count(runId)).toBe(2);
    expect(Buffer.from((await store.found.results(pageId)) ?? [])).toEqual(Buffer.of(1, 2));
    expect(await store.outbox.list({ projectId, limit: 10 })).toHaveLength(1);
  });

  test('is not kept when the commit fails', async () => {
    const { projectId, runId, commit, pageId } = await onePage();
    const both = [visit(pageId), visit(pageId)];
    const found = [{ pageId, matches: [match(pageId, 'x')], results: Uint8Array.of(1) }];
    await expect(commit({ visits: both, found, outbox: [message] })).rejects.toThrow();
    expect(await store.found.count(runId)).toBe(0);
    expect(await store.found.results(pageId)).toBeNull();
    expect(await store.outbox.list({ projectId, limit: 10 })).toEqual([]);
  });

  test('goes with its project', async () => {
    const { projectId, runId, commit, pageId } = await onePage();
    const found = [{ pageId, matches: [match(pageId, 'x')], results: Uint8Array.of(1) }];
    await commit({ visits: [visit(pageId)], found });
    await store.projects.remove(projectId);
    expect(await store.found.count(runId)).toBe(0);
    expect(await store.found.results(pageId)).toBeNull();
  });
});
