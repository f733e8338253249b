import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  discovered,
  type StartedRun,
  startRun,
  visit,
} from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';

/** What happens to a project, in the order in which it happens. */
type Step =
  | { readonly kind: 'discover'; readonly paths: readonly number[] }
  | { readonly kind: 'visit'; readonly count: number; readonly discover: readonly number[] }
  | { readonly kind: 'next run' };

const paths = fc.array(fc.nat({ max: 12 }), { maxLength: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('discover' as const), paths }),
  fc.record({ kind: fc.constant('visit' as const), count: fc.integer({ min: 1, max: 4 }), discover: paths }),
  fc.record({ kind: fc.constant('next run' as const) }),
);

/** The frontier as it should be, in a few lines. */
class Model {
  queued: string[] = [];
  known = new Set<string>();

  discover(numbers: readonly number[]): void {
    for (const number of numbers) {
      const path = `/${number}`;
      if (!this.known.has(path)) this.queued.push(path);
      this.known.add(path);
    }
  }
  nextRun(): void {
    this.queued = [];
    this.known = new Set();
  }
}

async function follow(store: Store, steps: readonly Step[], name: string): Promise<void> {
  const model = new Model();
  const ids = new Map<string, number>();
  let run: StartedRun = await startRun(store, name);
  for (const step of steps) {
    if (step.kind === 'next run') {
      run = await startRun(store, name);
      model.nextRun();
    } else if (step.kind === 'discover') {
      await run.commit({ discovered: step.paths.map((number) => discovered(`/${number}`)) });
      model.discover(step.paths);
    } else {
      const pages = await store.frontier.next(run.runId, 'example.org', null, step.count);
      await run.commit({
        visits: pages.map(({ id }) => visit(id)),
        discovered: step.discover.map((number) => discovered(`/${number}`)),
      });
      const visited = new Set(pages.map(({ url }) => new URL(url).pathname));
      model.queued = model.queued.filter((path) => !visited.has(path));
      model.discover(step.discover);
    }
    const queued = await store.frontier.next(run.runId, 'example.org', null, 100);
    expect(queued.map(({ url }) => new URL(url).pathname).sort()).toEqual([...model.queued].sort());
    let hashes = 0;
    for await (const part of store.frontier.identityHashes(run.runId)) hashes += part.length / 16;
    expect(hashes).toBe(model.known.size);
    for (const { url, id } of queued) {
      expect(ids.get(url) ?? id, 'a page keeps its id').toBe(id);
      ids.set(url, id);
    }
  }
}

describe.each(databaseKinds)('the frontier on %s', (kind) => {
  let store: Store;
  const { reopen } = storeForEachTest(kind, (opened) => {
    store = opened;
  });

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
      shownPictures: null,
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

  test('the next run queues a known page as it found it this time', async () => {
    const first = await startRun(store);
    await first.commit({ discovered: [discovered('/a'), discovered('/b')] });
    const second = await startRun(store);
    const found = { host: 'www.example.org', foundOn: 7, linkKind: 'img', depth: 2 };
    await second.commit({ discovered: [discovered('/a', found)] });
    expect(await store.frontier.next(second.runId, 'example.org', null, 5)).toEqual([]);
    expect(await store.frontier.next(second.runId, 'www.example.org', null, 5)).toMatchObject([found]);
  });

  test('hosts are those with pages in the queue', async () => {
    const { runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/a'), discovered('/b', { host: 'other.example' })] });
    const [page] = await store.frontier.next(runId, 'other.example', null, 1);
    await commit({ visits: [visit(page?.id ?? 0)] });
    expect(await store.frontier.hosts(runId)).toEqual([{ host: 'example.org', queued: 1 }]);
  });

  test('holds more pages than one block of ids or one part of hashes', async () => {
    const { runId, commit } = await startRun(store);
    const pages = Array.from({ length: 66_000 }, (_, n) => discovered(`/${n}`));
    await commit({ discovered: pages });
    await commit({ discovered: [discovered('/last')] });
    expect(await store.frontier.count(runId)).toBe(66_001);
    const parts: Uint8Array[] = [];
    for await (const part of store.frontier.identityHashes(runId)) parts.push(part);
    const expected = [...pages, discovered('/last')].map(({ identityHash }) => identityHash);
    expect(Buffer.concat(parts).equals(Buffer.concat(expected))).toBe(true);
  });

  test('a page that an old run still names is not taken from the newer one', async () => {
    const first = await startRun(store);
    const second = await startRun(store);
    await second.commit({ discovered: [discovered('/a')] });
    await first.commit({ discovered: [discovered('/a', { depth: 7 })] });
    expect(await store.frontier.count(first.runId)).toBe(0);
    expect(await store.frontier.next(second.runId, 'example.org', null, 5)).toMatchObject([{ depth: 0 }]);
  });

  test('identity hashes of a run cover all its pages, visited or not, and no others', async () => {
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

  test('queues each page once per run and forgets none, in any order of events', async () => {
    let project = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        project += 1;
        await follow(store, steps, `project ${project}`);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});
