import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../test/kernel/database/store-for-each-test.ts';
import { packContent } from './content/packed-content.ts';
import type { Store } from './store.ts';

describe.each(databaseKinds)('a store on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  describe('visits', () => {
    test('come back as they were, newest first', async () => {
      const record = {
        at: 5,
        status: 404,
        outcome: 'error',
        errorCode: 'HTTP_STATUS',
        errorMessage: 'Not found',
        finalUrl: 'https://example.org/b',
        hops: [{ url: 'https://example.org/a', status: 301 }],
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=\u0000\ud800'],
        ],
        type: 'text/html',
        bytes: 5_000_000_000,
        etag: 'W/"x"',
        lastModified: 'yesterday',
        durationMs: 3,
        attempts: 2,
      } as const;
      const first = await startRun(store);
      await first.commit({ discovered: [discovered('/a')] });
      const [page] = await store.frontier.next(first.runId, 'example.org', null, 1);
      const id = page?.id ?? 0;
      await first.commit({ visits: [visit(id, record)] });
      const second = await startRun(store);
      await second.commit({ visits: [visit(id)] });
      expect(await store.visits.ofRun(first.runId, { after: id, limit: 10 })).toEqual([]);
      const visits = await store.visits.ofPage(id, 10);
      expect(visits.map(({ runId }) => runId)).toEqual([second.runId, first.runId]);
      expect((await store.visits.ofPage(id, 1)).map(({ runId }) => runId)).toEqual([second.runId]);
      const { bringsVersion, samples, dueAt, signature, quietSignature, ...kept } = visit(id, record);
      expect(visits[1]).toEqual({ ...kept, runId: first.runId, url: 'https://example.org/a' });
      expect(await store.visits.totals(first.runId)).toEqual([
        { outcome: 'error', count: 1, bytes: 5_000_000_000 },
      ]);
    });

    test('NUL and lone surrogates in text are replaced, not refused', async () => {
      const { runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a', { url: 'https://example.org/\u0000\ud800' })] });
      const [page] = await store.frontier.next(runId, 'example.org', null, 1);
      expect(page?.url).toBe('https://example.org/\ufffd\ufffd');
      const odd = {
        errorMessage: 'a\0',
        reason: 'b\0',
        etag: 'c\0',
        lastModified: 'd\0',
        type: 'e\0',
        finalUrl: 'f\0',
      };
      await commit({ visits: [visit(page?.id ?? 0, { ...odd, durationMs: 12.6 })] });
      expect(await store.visits.find(runId, page?.id ?? 0)).toMatchObject({
        errorMessage: 'a\ufffd',
        reason: 'b\ufffd',
        etag: 'c\ufffd',
        lastModified: 'd\ufffd',
        type: 'e\ufffd',
        finalUrl: 'f\ufffd',
        durationMs: 13,
      });
    });
  });

  describe('pages', () => {
    test('are listed with their last good visit: an error does not replace it', async () => {
      const packed = packContent(Buffer.from('<p>hello</p>'), 'text/html');
      const first = await startRun(store);
      await first.commit({ discovered: [discovered('/good'), discovered('/bad')] });
      const [good, bad] = await store.frontier.next(first.runId, 'example.org', null, 2);
      await first.commit({
        visits: [
          visit(good?.id ?? 0, { bytes: 12, sha256: packed.sha256 }),
          visit(bad?.id ?? 0, { outcome: 'error', status: 500 }),
        ],
        contents: [packed],
      });
      const second = await startRun(store);
      await second.commit({ visits: [visit(good?.id ?? 0, { outcome: 'error', status: null })] });
      const [only, ...others] = await store.pages.list(first.projectId, { limit: 10 });
      expect(others).toEqual([]);
      expect(only).toMatchObject({
        url: 'https://example.org/good',
        status: 200,
        type: 'text/html',
        bytes: 12,
      });
      expect(Buffer.from(only?.sha256 ?? [])).toEqual(packed.sha256);
      expect(await store.pages.list(first.projectId, { limit: 10, which: 'all' })).toMatchObject([
        { id: good?.id, status: 200 },
        { id: bad?.id, status: null, sha256: null },
      ]);
      expect(await store.pages.list(first.projectId, { limit: 10, after: only?.id ?? 0 })).toEqual([]);
    });

    test('are found by hash, URL or identity', async () => {
      const { projectId, commit } = await startRun(store);
      const page = discovered('/a?sid=1', { identity: 'https://example.org/a' });
      await commit({ discovered: [discovered('/other'), page] });
      for (const name of [page.identityHash, page.url, page.identity]) {
        expect(await store.pages.find(projectId, name)).toMatchObject({ url: page.url });
      }
      expect(await store.pages.find(projectId, 'https://example.org/none')).toBeNull();
    });

    test('are found in their own project only', async () => {
      const [here, there] = [await startRun(store, 'here'), await startRun(store, 'there')];
      const page = discovered('/a');
      await here.commit({ discovered: [page] });
      await there.commit({ discovered: [page] });
      const found = await store.pages.find(there.projectId, page.url);
      expect(found?.id).not.toBe((await store.pages.find(here.projectId, page.url))?.id);
      expect(await store.pages.find(here.projectId, found?.id ?? 0)).toBeNull();
    });

    test('are found by id, and tell where they were found', async () => {
      const { projectId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/')] });
      const start = await store.pages.find(projectId, 'https://example.org/');
      const foundOn = start?.id ?? 0;
      await commit({ discovered: [discovered('/deep', { foundOn, depth: 1, linkKind: 'page' })] });
      const deep = await store.pages.find(projectId, 'https://example.org/deep');
      expect(await store.pages.find(projectId, deep?.id ?? 0)).toEqual(deep);
      expect(await store.pages.origin(foundOn)).toMatchObject({
        depth: 0,
        foundOn: null,
        supersededBy: null,
      });
      expect(await store.pages.origin(deep?.id ?? 0)).toEqual({
        depth: 1,
        linkKind: 'page',
        foundOn: { id: foundOn, url: 'https://example.org/' },
        supersededBy: null,
      });
      expect(await store.pages.origin(987_654)).toBeNull();
    });
  });
});
