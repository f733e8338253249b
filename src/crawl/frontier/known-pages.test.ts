import { beforeEach, describe, expect, test } from 'vitest';
import {
  discovered,
  type StartedRun,
  startRun,
  visit,
} from '../../../test/kernel/database/sample-records.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { sessionRule } from '../../../test/kernel/track/tracking-parts.ts';
import type { Store } from '../../database/store.ts';
import type { Scope } from '../../project/index.ts';
import type { Run } from '../tables/run.ts';
import { renamePages } from '../track/rename-pages.ts';
import { SiteKnowledge } from '../track/site-knowledge.ts';
import { PageDiscovery } from './discover-pages.ts';
import { KnownPages } from './known-pages.ts';
import { LeftOutCounts } from './left-out-counts.ts';
import { identityHash, SeenIdentities } from './seen-identities.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});

const now = 1000;
const ids: Record<string, number> = {};

/** Pages of an earlier run: `later` is not due yet, `failed` has no good version. */
beforeEach(async () => {
  const run = await startRun(store);
  const paths = ['plain', 'due', 'later', 'failed', 'private'];
  await run.commit({ discovered: paths.map((path) => discovered(`/${path}`)) });
  for (const page of await store.frontier.next(run.runId, 'example.org', null, 9)) {
    ids[new URL(page.url).pathname.slice(1)] = page.id;
  }
  const good = { flag: 'NEW', reason: 'first visit' } as const;
  await run.commit({
    visits: [
      visit(id('plain'), good),
      visit(id('due'), { ...good, dueAt: now }),
      visit(id('later'), { ...good, dueAt: now + 1 }),
      visit(id('failed'), { outcome: 'error', status: 500, dueAt: now + 1 }),
      visit(id('private'), good),
    ],
  });
});

const id = (name: string): number => ids[name] ?? 0;

const judge: Scope['judge'] = ({ url }) =>
  url.endsWith('/private')
    ? { verdict: 'reject', rule: 'private', reason: 'it is private' }
    : { verdict: 'accept', rule: null, reason: '' };
const notPrivate: Scope = { judge, preview: judge };

const names = { identityOf: (url: string) => url, rotatingPart: () => null };

async function nextRun() {
  const started = await startRun(store);
  const seen = new SeenIdentities();
  const discovery = new PageDiscovery({ scope: notPrivate, seen, leftOut: new LeftOutCounts(), names });
  const run = async (): Promise<Run> => {
    const latest = await store.runs.latest(started.projectId);
    if (latest === null) throw new Error('no run');
    return latest;
  };
  /** Queues the pages as a run with one step does; `isQueued` when an earlier part of the run has done so. */
  const queue = async (onlyDue: boolean, isQueued = false) => {
    const known = new KnownPages({ store, run: await run(), seen, names, hasOneStep: true, onlyDue, now });
    await known.queue([discovery], () => false, isQueued);
    return { known, counts: (await run()).knownPages };
  };
  return { started, seen, discovery, run, queue };
}

/** The pages that wait for their visit, by name. */
async function queued({ runId }: StartedRun): Promise<readonly string[]> {
  const pages = await store.frontier.next(runId, 'example.org', null, 99);
  return pages.map(({ url }) => new URL(url).pathname.slice(1)).sort();
}

/** Makes a page an alias of `plain` with this many agreements. */
async function makeAlias(name: string, agreements: number): Promise<void> {
  const { commit } = await startRun(store);
  await commit({ aliases: { found: [{ pageId: id(name), ofPageId: id('plain') }], agreed: [], parted: [] } });
  for (let i = 0; i < agreements; i++)
    await commit({ aliases: { found: [], agreed: [id(name)], parted: [] } });
}

describe('pages of earlier runs', () => {
  test('are all queued, but only pages with a good version are counted', async () => {
    const { started, queue } = await nextRun();
    const { counts } = await queue(false);
    expect(counts).toEqual({ due: 3, notDue: 0, aliases: 0, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'later', 'plain']);
  });

  test('wait until they are due, if the user asks for it', async () => {
    const { started, queue, seen } = await nextRun();
    const { counts, known } = await queue(true);
    expect(counts).toEqual({ due: 2, notDue: 1, aliases: 0, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'plain']);
    expect(seen.has(discovered('/later').identityHash)).toBe(true);
    expect(known.isLeftAlone(discovered('/later').identityHash)).toBe(true);
    expect(known.isLeftAlone(discovered('/due').identityHash)).toBe(false);
  });

  test('an alias that agreed four times waits until it is due', async () => {
    await makeAlias('later', 4);
    const { started, queue } = await nextRun();
    expect((await queue(false)).counts).toEqual({ due: 2, notDue: 0, aliases: 1, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'plain']);
  });

  test.each([
    ['later', 3],
    ['due', 4],
  ])('an alias that is due, or agreed less often, is visited: %s, %d times', async (name, agreements) => {
    await makeAlias(name, agreements);
    const { queue } = await nextRun();
    expect((await queue(false)).counts).toMatchObject({ due: 3, aliases: 0 });
  });

  test('the start of this run is queued whatever the scope says; the start of an earlier run is not', async () => {
    const start = discovered('/private', { linkKind: 'seed' });
    const { started, discovery, run, seen } = await nextRun();
    const known = new KnownPages({
      store,
      run: await run(),
      seen,
      names,
      hasOneStep: true,
      onlyDue: false,
      now,
    });
    const kinds: string[] = [];
    const asked = new PageDiscovery({
      scope: {
        ...notPrivate,
        judge: (candidate) => {
          if (candidate.url.endsWith('/private')) kinds.push(candidate.kind);
          return notPrivate.judge(candidate);
        },
      },
      seen,
      leftOut: new LeftOutCounts(),
      names,
    });
    await known.queue([asked, discovery], (hash) => Buffer.compare(hash, start.identityHash) === 0, false);
    expect(kinds).toEqual(['seed']);
    expect(await queued(started)).not.toContain('private');
  });

  test('a resumed run keeps its counts and leaves the same pages alone', async () => {
    const { started, queue, seen } = await nextRun();
    const counts = { due: 6, notDue: 1, aliases: 0, excluded: 1 };
    await started.commit({ knownPages: counts });
    expect((await queue(true, true)).counts).toEqual(counts);
    expect(seen.has(discovered('/later').identityHash)).toBe(true);
  });

  test('a resumed run that left no page alone has nothing to do', async () => {
    const { started, queue } = await nextRun();
    const counts = { due: 7, notDue: 0, aliases: 0, excluded: 0 };
    await started.commit({ knownPages: counts });
    expect((await queue(false, true)).counts).toEqual(counts);
    expect(await queued(started)).toEqual([]);
  });
});

describe('a run with several steps', () => {
  test('first finds the pages to leave alone, and queues pages without links at its last step', async () => {
    const { started, discovery, run, seen } = await nextRun();
    const known = new KnownPages({
      store,
      run: await run(),
      seen,
      names,
      hasOneStep: false,
      onlyDue: true,
      now,
    });
    await known.leaveAlone();
    expect((await run()).knownPages).toEqual({ due: 3, notDue: 1, aliases: 0, excluded: 0 });
    expect(await queued(started)).toEqual([]);
    seen.add(discovered('/plain').identityHash); // a step has found it
    await known.queue([discovery], () => false, false);
    expect(await queued(started)).toEqual(['due', 'failed']);
    expect((await run()).knownPages).toEqual({ due: 2, notDue: 1, aliases: 0, excluded: 1 });
  });
});

describe('new identities', () => {
  test('are stored together with the rules that changed them', async () => {
    const { started, run, seen } = await nextRun();
    const urls = ['4f2a9c81d07be653', 'b93e70d1a62c48f5'].map((mark) => `/x?mark=${mark}`);
    const pages = urls.map((url) => discovered(url));
    await started.commit({ discovered: pages });
    for (const { identityHash: hash } of pages) seen.add(hash);
    const knowledge = new SiteKnowledge([]);
    knowledge.learnUrlRules('example.org', [sessionRule('https://example.org')]);
    const identity = knowledge.identityOf(`https://example.org${urls[0]}`);
    await renamePages({ store, run: await run(), knowledge, seen, leftOut: new LeftOutCounts() });
    const { projectId } = started;
    expect(await store.pages.find(projectId, identityHash(identity))).toMatchObject({ identity });
    expect(await store.pages.find(projectId, id('plain'))).toMatchObject({
      identity: 'https://example.org/plain',
    });
    expect(seen.has(identityHash(identity))).toBe(true);
    expect(seen.size).toBe(3);
    expect(await store.frontier.count(started.runId)).toBe(1);
    expect(await store.learned.list(projectId)).toHaveLength(1);
    expect(knowledge.takeNewRules()).toEqual([]);
  });
  test('a page that the run has still to queue does not count as queued under its new name', async () => {
    const earlier = await startRun(store);
    await earlier.commit({ discovered: [discovered('/x?mark=4f2a9c81d07be653')] });
    const { started, run, seen } = await nextRun();
    const knowledge = new SiteKnowledge([]);
    knowledge.learnUrlRules('example.org', [sessionRule('https://example.org')]);
    await renamePages({ store, run: await run(), knowledge, seen, leftOut: new LeftOutCounts() });
    expect(seen.size).toBe(0);
    expect(await store.frontier.count(started.runId)).toBe(0);
  });

  test('a page takes the place in the queue of one that turns out to be the same', async () => {
    const earlier = await startRun(store);
    const [known, waiting] = ['4f2a9c81d07be653', 'b93e70d1a62c48f5'].map((mark) =>
      discovered(`/x?mark=${mark}`),
    );
    if (known === undefined || waiting === undefined) throw new Error('no pages');
    await earlier.commit({ discovered: [known] });
    const { started, run, seen } = await nextRun();
    await started.commit({ discovered: [waiting] });
    seen.add(waiting.identityHash);
    const knowledge = new SiteKnowledge([]);
    knowledge.learnUrlRules('example.org', [sessionRule('https://example.org')]);
    await renamePages({ store, run: await run(), knowledge, seen, leftOut: new LeftOutCounts() });
    const [queuedPage, ...others] = await store.frontier.next(started.runId, 'example.org', null, 9);
    expect(queuedPage?.url).toBe(known.url);
    expect(others).toEqual([]);
  });
});
