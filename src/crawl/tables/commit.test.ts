import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';
import type { CommitPoint } from '../../database/store-options.ts';

describe.each(databaseKinds)('a commit on %s', (kind) => {
  let store: Store;
  let onPoint: (point: CommitPoint) => void;
  beforeEach(() => {
    onPoint = () => undefined;
  });
  storeForEachTest(
    kind,
    (opened) => {
      store = opened;
    },
    (point) => onPoint(point),
  );

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
      savedState: '{"pages":1}',
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
    expect(await store.runs.latest(projectId)).toMatchObject({ state: 'running', savedState: null });

    onPoint = () => undefined;
    await commit(batch);
    expect(await store.frontier.count(runId)).toBe(2);
    expect(Buffer.from(await store.contents.read(content.sha256)).length).toBe(2_000_000);
    expect(await store.runs.latest(projectId)).toMatchObject({
      state: 'finished',
      savedState: '{"pages":1}',
    });
  });

  test('packs bodies and names them in the visits of their pages', async () => {
    const { runId, commit } = await startRun(store);
    await commit({ discovered: ['/a', '/b', '/c'].map((path) => discovered(path)) });
    const pages = await store.frontier.next(runId, 'example.org', null, 3);
    const [a = 0, b = 0, c = 0] = pages.map(({ id }) => id);
    const text = 'the same text '.repeat(100);
    await commit({
      visits: [visit(a), visit(b), visit(c)],
      bodies: [a, b].map((pageId) => ({ pageId, body: new TextEncoder().encode(text), type: 'text/html' })),
    });
    const [first, second, third] = await store.visits.ofRun(runId, { limit: 9 });
    expect(first?.sha256).toEqual(second?.sha256);
    expect(third?.sha256).toBeNull();
    expect(Buffer.from(await store.contents.read(first?.sha256 ?? new Uint8Array())).toString()).toBe(text);
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
