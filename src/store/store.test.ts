import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../test/databases/sample-records.ts';
import {
  type Databases,
  databaseKinds,
  type Place,
  startDatabases,
} from '../../test/databases/store-databases.ts';
import { type CommitPoint, openStore, packContent, type Store } from './index.ts';

describe.each(databaseKinds)('a store on %s', (kind) => {
  let databases: Databases;
  let place: Place;
  let store: Store;
  let onPoint: (point: CommitPoint) => void = () => undefined;

  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());
  beforeEach(async () => {
    place = await databases.fresh();
    onPoint = () => undefined;
    store = await openStore({ ...place, access: 'write', onPoint: (point) => onPoint(point) });
  });
  afterEach(() => store.close());

  const reopen = async () => {
    await store.close();
    store = await openStore({ ...place, access: 'write', onPoint: (point) => onPoint(point) });
  };

  describe('projects and runs', () => {
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

    test('a name is given once', async () => {
      await startRun(store, 'news');
      const again = store.projects.create({ name: 'news', startUrl: 'x', settings: '{}', createdAt: 1 });
      await expect(again).rejects.toMatchObject({ code: 'STORE_NAME_TAKEN', decision: 'stop' });
    });

    test('projects are listed in the order of bytes, whatever the locale', async () => {
      for (const name of ['b', 'a', 'B', 'ä', 'Z']) await startRun(store, name);
      expect((await store.projects.list()).map(({ name }) => name)).toEqual(['B', 'Z', 'a', 'b', 'ä']);
    });

    test('settings change', async () => {
      const { projectId } = await startRun(store, 'news');
      await store.projects.change(projectId, { startUrl: 'https://example.net/', settings: '[]' });
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
    });

    test('a paused run has its reason, and loses it when it goes on', async () => {
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

  describe('the frontier', () => {
    test('gives the pages of a host by depth, then in the order of discovery', async () => {
      const { runId, commit } = await startRun(store);
      await commit({
        discovered: [
          discovered('/deep', { depth: 2 }),
          discovered('/first', { depth: 1 }),
          discovered('/second', { depth: 1 }),
          discovered('/elsewhere', { host: 'other.example' }),
        ],
      });
      const pages = await store.frontier.next(runId, 'example.org', null, 10);
      expect(pages.map(({ url }) => new URL(url).pathname)).toEqual(['/first', '/second', '/deep']);
      const [first] = pages;
      const rest = await store.frontier.next(runId, 'example.org', first ?? null, 1);
      expect(rest.map(({ url }) => new URL(url).pathname)).toEqual(['/second']);
      expect(await store.frontier.hosts(runId)).toEqual([
        { host: 'example.org', queued: 3 },
        { host: 'other.example', queued: 1 },
      ]);
      expect(await store.frontier.count(runId)).toBe(4);
    });

    test('a queued page comes back as it was discovered', async () => {
      const { runId, commit } = await startRun(store);
      const page = discovered('/x?sid=1', {
        identity: 'https://example.org/x',
        depth: 3,
        foundOn: 77,
        linkKind: 'img',
      });
      await commit({ discovered: [page] });
      const [queued] = await store.frontier.next(runId, 'example.org', null, 1);
      expect({ ...queued, identityHash: Buffer.from(queued?.identityHash ?? []) }).toEqual({
        ...page,
        identityHash: Buffer.from(page.identityHash),
        id: expect.any(Number),
        lastGood: null,
        lastFlag: null,
        samples: null,
      });
    });

    test('a page is queued once per run, also when one batch names it twice', async () => {
      const { runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a', { depth: 1 }), discovered('/a', { depth: 5 })] });
      const [page] = await store.frontier.next(runId, 'example.org', null, 5);
      await commit({ visits: [visit(page?.id ?? 0)] });
      await commit({ discovered: [discovered('/a')] });
      expect(page?.depth).toBe(1);
      expect(await store.frontier.count(runId)).toBe(0);
    });

    test('the next run queues a known page again, under its old id and with the validators of its good visit', async () => {
      const first = await startRun(store);
      await first.commit({ discovered: [discovered('/a', { depth: 1 })] });
      const [before] = await store.frontier.next(first.runId, 'example.org', null, 5);
      const packed = packContent(Buffer.from('hello'), 'text/html');
      await first.commit({
        visits: [visit(before?.id ?? 0, { etag: '"1"', sha256: packed.sha256 })],
        contents: [packed],
      });
      const second = await startRun(store);
      await second.commit({ discovered: [discovered('/a', { depth: 0, url: 'https://example.org/a?s=2' })] });
      const [after] = await store.frontier.next(second.runId, 'example.org', null, 5);
      expect(after).toMatchObject({ id: before?.id, depth: 0, url: 'https://example.org/a?s=2' });
      expect(after?.lastGood).toMatchObject({ etag: '"1"', lastModified: null });
      expect(Buffer.from(after?.lastGood?.sha256 ?? [])).toEqual(packed.sha256);
      expect(await store.frontier.count(first.runId)).toBe(0);
    });

    test('a page that an old run still names is not taken from the newer one', async () => {
      const first = await startRun(store);
      const second = await startRun(store);
      await second.commit({ discovered: [discovered('/a')] });
      await first.commit({ discovered: [discovered('/a', { depth: 7 })] });
      expect(await store.frontier.count(first.runId)).toBe(0);
      expect(await store.frontier.next(second.runId, 'example.org', null, 5)).toMatchObject([{ depth: 0 }]);
    });

    test('identity hashes of a run are all its pages, visited or not, and no others', async () => {
      const other = await startRun(store, 'other');
      await other.commit({ discovered: [discovered('/elsewhere')] });
      const { runId, commit } = await startRun(store);
      const pages = ['/a', '/b', '/c'].map((path) => discovered(path));
      await commit({ discovered: pages });
      const [page] = await store.frontier.next(runId, 'example.org', null, 1);
      await commit({ visits: [visit(page?.id ?? 0)] });
      await reopen();
      const parts: Uint8Array[] = [];
      for await (const part of store.frontier.identityHashes(runId)) parts.push(part);
      expect(Buffer.concat(parts)).toEqual(Buffer.concat(pages.map(({ identityHash }) => identityHash)));
    });

    test('survives reopening, and new ids are new', async () => {
      const { runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a')] });
      await reopen();
      await store.commit({
        ...(await store.runs.latest(1).then((run) => ({ projectId: run?.projectId ?? 0 }))),
        runId,
        visits: [],
        contents: [],
        leftOut: [],
        discovered: [discovered('/b')],
      });
      const pages = await store.frontier.next(runId, 'example.org', null, 5);
      expect(new Set(pages.map(({ id }) => id)).size).toBe(2);
    });
  });

  describe('a commit', () => {
    const points: CommitPoint[] = [
      'before begin',
      'after contents',
      'after visits',
      'after discovered',
      'before commit',
    ];

    test.each(points)('that throws %s leaves nothing', async (failing) => {
      const { projectId, runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a')] });
      const [page] = await store.frontier.next(runId, 'example.org', null, 1);
      const content = packContent(randomBytes(2_000_000), null);
      const batch = {
        visits: [visit(page?.id ?? 0, { sha256: content.sha256 })],
        contents: [content],
        discovered: [discovered('/b'), discovered('/c')],
        leftOut: [{ reason: 'robots', count: 1, exampleUrl: 'https://example.org/d' }],
        budgets: '{"pages":1}',
        run: { state: 'finished', at: 5 } as const,
      };
      onPoint = (point) => {
        if (point === failing) throw new Error('pulled the plug');
      };
      await expect(commit(batch)).rejects.toThrow('pulled the plug');
      expect(await store.frontier.next(runId, 'example.org', null, 9)).toMatchObject([{ id: page?.id }]);
      expect(await store.visits.ofRun(runId, { limit: 9 })).toEqual([]);
      expect(await store.contents.has(content.sha256)).toBe(false);
      expect(await store.runs.leftOut(runId)).toEqual([]);
      expect(await store.runs.latest(projectId)).toMatchObject({ state: 'running', budgets: null });

      onPoint = () => undefined;
      await commit(batch);
      expect(await store.frontier.count(runId)).toBe(2);
      expect(Buffer.from(await store.contents.read(content.sha256)).length).toBe(2_000_000);
      expect(await store.runs.latest(projectId)).toMatchObject({ state: 'finished', budgets: '{"pages":1}' });
    });

    test('passes every point in order', async () => {
      const seen: string[] = [];
      const { commit } = await startRun(store);
      onPoint = (point) => seen.push(point);
      await commit({});
      expect(seen).toEqual([...points, 'after commit']);
    });

    test('that visits a page a second time in a run is refused whole', async () => {
      const { runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a'), discovered('/b')] });
      const [a, b] = await store.frontier.next(runId, 'example.org', null, 2);
      await commit({ visits: [visit(a?.id ?? 0)] });
      const late = commit({ visits: [visit(b?.id ?? 0), visit(a?.id ?? 0)] });
      await expect(late).rejects.toMatchObject({ code: 'STORE_FENCED', decision: 'stop' });
      expect(await store.frontier.count(runId)).toBe(1);
    });

    test('adds to the counts of what was left out, and keeps the first example', async () => {
      const { runId, commit } = await startRun(store);
      const leftOut = (reason: string, count: number, exampleUrl: string) => ({ reason, count, exampleUrl });
      await commit({
        leftOut: [leftOut('too deep', 2, 'x'), leftOut('robots', 9, 'r'), leftOut('too deep', 3, 'y')],
      });
      await commit({ leftOut: [leftOut('too deep', 10, 'z')] });
      expect(await store.runs.leftOut(runId)).toEqual([
        leftOut('too deep', 15, 'x'),
        leftOut('robots', 9, 'r'),
      ]);
    });

    test('works while another is under way', async () => {
      const { runId, commit } = await startRun(store);
      const batches = Array.from({ length: 20 }, (_, n) => commit({ discovered: [discovered(`/${n}`)] }));
      const readings = Array.from({ length: 20 }, () => store.frontier.count(runId));
      await Promise.all([...batches, ...readings]);
      expect(await store.frontier.count(runId)).toBe(20);
    });
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
      const visits = await store.visits.ofPage(id, 10);
      expect(visits.map(({ runId }) => runId)).toEqual([second.runId, first.runId]);
      const { bringsVersion, samples, dueAt, signature, ...kept } = visit(id, record);
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

  describe('content', () => {
    const bodies = {
      empty: Buffer.alloc(0),
      tiny: Buffer.from('x'),
      html: Buffer.from('<p>same</p>'.repeat(2_000)),
      noise: randomBytes(70_000),
      'as large as a row may be': Buffer.alloc(1_048_576, 'ab'),
      'one byte larger': Buffer.alloc(1_048_577, 'ab'),
      'large noise': randomBytes(3_000_000),
    };

    test.each(Object.entries(bodies))('%s comes back byte by byte', async (_, body) => {
      const { commit } = await startRun(store);
      const packed = packContent(body, null);
      await commit({ contents: [packed, packed] });
      await commit({ contents: [packed] });
      await reopen();
      expect(Buffer.from(await store.contents.read(packed.sha256)).equals(body)).toBe(true);
    });

    test('unknown content is a typed error', async () => {
      const unknown = store.contents.read(randomBytes(32));
      await expect(unknown).rejects.toMatchObject({ code: 'STORE_CONTENT_UNKNOWN', decision: 'skip' });
    });

    test('content that is not what its name says is a typed error', async () => {
      const { commit } = await startRun(store);
      const packed = packContent(Buffer.from('the truth'.repeat(100)), null);
      await commit({
        contents: [
          { ...packed, sha256: randomBytes(32) },
          { ...packed, data: packed.data.subarray(4) },
        ],
      });
      await expect(store.contents.read(packed.sha256)).rejects.toMatchObject({
        code: 'STORE_CONTENT_DAMAGED',
      });
    });
  });

  test('robots.txt is kept and replaced', async () => {
    const record = {
      origin: 'https://example.org',
      fetchedAt: 1,
      status: 200,
      body: 'User-agent: *',
      finalUrl: null,
    };
    await store.robots.keep(record);
    await store.robots.keep({ ...record, fetchedAt: 2, status: null, body: 'a\0b' });
    expect(await store.robots.find('https://example.org')).toEqual({
      ...record,
      fetchedAt: 2,
      status: null,
      body: 'a\ufffdb',
    });
    expect(await store.robots.find('https://example.net')).toBeNull();
  });
});
