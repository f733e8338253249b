import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';

describe.each(databaseKinds)('files that are listed as before on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  const content = packContent(Buffer.from('hello'), 'text/plain');
  const facts = { size: 5, modified: { at: 7, unit: 60_000 }, hash: null, listedAt: 2 };

  /** A run with two files, of which the first is good and its listing known. */
  async function firstRun() {
    const run = await startRun(store);
    await run.commit({ discovered: ['/a', '/b'].map((path) => discovered(path)) });
    const [a, b] = await store.frontier.next(run.runId, 'example.org', null, 2);
    const ids = { a: a?.id ?? 0, b: b?.id ?? 0 };
    const good = { flag: 'NEW', reason: 'first visit', sha256: content.sha256, bytes: 5, at: 10 } as const;
    await run.commit({
      visits: [visit(ids.a, good), visit(ids.b, { outcome: 'error', flag: 'ERR', reason: 'cut off' })],
      contents: [content],
      listed: [{ pageId: ids.a, ...facts }],
    });
    return { ...run, ids };
  }

  test('are read in one row with what a new listing is compared with', async () => {
    const { projectId, runId, ids } = await firstRun();
    const [a, b] = await store.listings.stored(projectId, { after: 0, limit: 5 });
    expect(a).toMatchObject({
      id: ids.a,
      url: 'https://example.org/a',
      runId,
      lastFlag: 'NEW',
      lastGood: { at: 10, type: 'text/html', bytes: 5 },
      listed: { pageId: ids.a, ...facts },
    });
    expect(b).toMatchObject({ id: ids.b, lastGood: null, lastFlag: 'ERR', listed: null });
    expect(await store.listings.stored(projectId, { after: ids.a, limit: 1 })).toMatchObject([{ id: ids.b }]);
    expect(await store.listings.stored(projectId, { after: 0, limit: 5, exceptRun: runId })).toEqual([]);
    expect(await store.listings.stored(projectId, { after: 0, limit: 5, exceptRun: runId + 1 })).toHaveLength(
      2,
    );
    const other = await startRun(store, 'other');
    expect(await store.listings.stored(other.projectId, { after: 0, limit: 5 })).toEqual([]);
  });

  test('are visited without a stay in the frontier, and keep their version', async () => {
    const { projectId, runId, ids } = await firstRun();
    const second = await startRun(store);
    const same = { at: 20, flag: 'SAM', reason: 'the same size and time', dueAt: 77 } as const;
    await second.commit({ unchanged: [{ ...same, pageIds: [ids.a], samples: Buffer.from('samp') }] });
    expect(await store.visits.find(second.runId, ids.a)).toMatchObject({
      ...{ at: 20, outcome: 'ok', flag: 'SAM', reason: same.reason, type: 'text/html', bytes: 5 },
      ...{ status: null, errorCode: null, headers: [], hops: [], durationMs: 0, attempts: 1 },
    });
    const [a] = await store.listings.stored(projectId, { after: 0, limit: 1 });
    // A run that is resumed knows by its number that it has visited the file.
    expect(a).toMatchObject({ runId: second.runId, lastFlag: 'SAM', dueAt: 77 });
    expect(a?.lastGood).toMatchObject({ at: 20, bytes: 5 });
    expect(Buffer.from(a?.samples ?? []).toString()).toBe('samp');
    const { sha256 } = (await store.visits.find(second.runId, ids.a)) ?? {};
    expect(Buffer.from(sha256 ?? []).equals(content.sha256)).toBe(true);
    const third = await startRun(store);
    await third.commit({ revisits: [ids.a] });
    const [queued] = await store.frontier.next(third.runId, 'example.org', null, 1);
    expect(queued?.lastGood).toMatchObject({ at: 20, versionRunId: runId });
    expect(await store.frontier.count(second.runId)).toBe(0);
    await second.commit({ revisits: [ids.a] });
    expect(await store.frontier.count(second.runId)).toBe(0);
    // The key of a visit is the fence: nothing is visited twice in a run.
    const again = second.commit({ unchanged: [{ ...same, pageIds: [ids.a], samples: null }] });
    await expect(again).rejects.toMatchObject({ code: expect.stringMatching(/^STORE_/) });
  });

  test('are found by identity, and how the unfinished run has listed them is kept until it is forgotten', async () => {
    const { projectId, runId, ids, commit } = await firstRun();
    const other = await startRun(store, 'other');
    const [a, c] = [discovered('/a'), discovered('/c')];
    const listing = { size: 6, modified: null, hash: 'md5:1', listedAt: 3 };
    await commit({
      discovered: [c],
      queuedFiles: [a, c].map(({ identityHash }) => ({ identityHash, ...listing })),
    });
    await other.commit({ discovered: [a], queuedFiles: [{ identityHash: a.identityHash, ...facts }] });
    const known = await store.listings.known(projectId, [a.identityHash, c.identityHash]);
    const isQueued = Object.fromEntries(known.map((file) => [file.url, file.isQueued]));
    expect(isQueued).toEqual({ 'https://example.org/a': false, 'https://example.org/c': true });
    expect(await store.listings.known(projectId, [])).toEqual([]);
    const [queued] = await store.frontier.next(runId, 'example.org', null, 1);
    const newId = queued?.id ?? 0;
    const found = await store.listings.queued([ids.a, ids.b, newId]);
    expect(found.toSorted((one, next) => one.pageId - next.pageId)).toEqual(
      [ids.a, newId].map((pageId) => ({ pageId, ...listing })),
    );
    await commit({ queuedFiles: [{ identityHash: a.identityHash, ...listing, size: 7 }] });
    expect(await store.listings.queued([ids.a])).toEqual([{ pageId: ids.a, ...listing, size: 7 }]);
    // The listing of the good version is another.
    expect(await store.listings.find([ids.a])).toEqual([{ pageId: ids.a, ...facts }]);
    await store.listings.forgetQueued(projectId);
    expect(await store.listings.queued([ids.a, newId])).toEqual([]);
    const [there] = await store.listings.known(other.projectId, [a.identityHash]);
    expect(await store.listings.queued([there?.id ?? 0])).toMatchObject([facts]);
  });
});
