import { beforeEach, describe, expect, test } from 'vitest';
import { discovered, type StartedRun, startRun, visit } from '../../../test/databases/sample-records.ts';
import { storeForEachTest } from '../../../test/databases/store-for-each-test.ts';
import { sessionRule } from '../../../test/track/tracking-parts.ts';
import type { Scope } from '../../project/index.ts';
import type { Run, Store } from '../../store/index.ts';
import { PageDiscovery } from '../discover-pages.ts';
import { identityHash } from '../identity-hash.ts';
import { LeftOutCounts } from '../left-out-counts.ts';
import { SeenIdentities } from '../seen-identities.ts';
import { renamePages } from './rename-pages.ts';
import { countGoodPages, queueOrphans, revisitPages } from './revisits-and-orphans.ts';
import { SiteKnowledge } from './site-knowledge.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});

const now = 1000;
const ids: Record<string, number> = {};

/** Pages of an earlier run: `later` is due after now, `failed` was never good. */
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

const notPrivate: Scope = {
  judge: ({ url }) =>
    url.endsWith('/private')
      ? { verdict: 'reject', rule: 'private', reason: 'it is private' }
      : { verdict: 'accept', rule: null, reason: '' },
};

async function nextRun() {
  const started = await startRun(store);
  const seen = new SeenIdentities();
  const names = { identityOf: (url: string) => url };
  const discovery = new PageDiscovery(notPrivate, seen, new LeftOutCounts(), names);
  const run = async (): Promise<Run> => {
    const latest = await store.runs.latest(started.projectId);
    if (latest === null) throw new Error('no run');
    return latest;
  };
  return { started, seen, discovery, run };
}

/** The pages that wait for their visit, by name. */
async function queued({ runId }: StartedRun): Promise<readonly string[]> {
  const pages = await store.frontier.next(runId, 'example.org', null, 99);
  return pages.map(({ url }) => new URL(url).pathname.slice(1)).sort();
}

/** Makes a page an alias of `plain` that agreed so often. */
async function makeAlias(name: string, agreements: number): Promise<void> {
  const { commit } = await startRun(store);
  await commit({ aliases: { found: [{ pageId: id(name), ofPageId: id('plain') }], agreed: [], parted: [] } });
  for (let i = 0; i < agreements; i++)
    await commit({ aliases: { found: [], agreed: [id(name)], parted: [] } });
}

describe('pages of earlier runs', () => {
  test('are all queued, but only those with a good version are counted', async () => {
    const { started, discovery, run } = await nextRun();
    const plan = await revisitPages({ store, run: await run(), discovery, onlyDue: false, now });
    expect(plan).toEqual({ due: 3, notDue: 0, aliases: 0, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'later', 'plain']);
    expect((await run()).plan).toEqual(plan);
  });

  test('wait until they are due, if the user asks for that', async () => {
    const { started, discovery, run, seen } = await nextRun();
    const plan = await revisitPages({ store, run: await run(), discovery, onlyDue: true, now });
    expect(plan).toEqual({ due: 2, notDue: 1, aliases: 0, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'plain']);
    expect(seen.has(discovered('/later').identityHash)).toBe(true);
  });

  test('an alias that agreed four times waits until it is due', async () => {
    await makeAlias('later', 4);
    const { started, discovery, run } = await nextRun();
    const plan = await revisitPages({ store, run: await run(), discovery, onlyDue: false, now });
    expect(plan).toEqual({ due: 2, notDue: 0, aliases: 1, excluded: 1 });
    expect(await queued(started)).toEqual(['due', 'failed', 'plain']);
  });

  test.each([
    ['later', 3],
    ['due', 4],
  ])('an alias that is due, or agreed less often, is visited: %s, %d times', async (name, agreements) => {
    await makeAlias(name, agreements);
    const { discovery, run } = await nextRun();
    const plan = await revisitPages({ store, run: await run(), discovery, onlyDue: false, now });
    expect(plan).toMatchObject({ due: 3, aliases: 0 });
  });

  test('a run that goes on keeps its counts, and leaves the same pages alone', async () => {
    const { started, discovery, run, seen } = await nextRun();
    const plan = { due: 7, notDue: 1, aliases: 0, excluded: 0 };
    await started.commit({ plan });
    expect(await revisitPages({ store, run: await run(), discovery, onlyDue: true, now })).toEqual(plan);
    expect((await run()).plan).toEqual(plan);
    expect(seen.has(discovered('/later').identityHash)).toBe(true);
  });

  test('a run that goes on and left none alone has nothing to do', async () => {
    const { started, discovery, run } = await nextRun();
    const plan = { due: 7, notDue: 0, aliases: 0, excluded: 0 };
    await started.commit({ plan });
    expect(await revisitPages({ store, run: await run(), discovery, onlyDue: false, now })).toEqual(plan);
    expect(await queued(started)).toEqual([]);
  });
});

describe('orphans', () => {
  test('are good pages to which no link led; those out of scope are counted', async () => {
    const { started, discovery, run, seen } = await nextRun();
    seen.add(discovered('/plain').identityHash);
    expect(await queueOrphans(store, await run(), [discovery], seen)).toBe(1);
    expect(await queued(started)).toEqual(['due', 'later']);
  });

  test('as many as the good pages are to be flagged', async () => {
    expect(await countGoodPages(store, await (await nextRun()).run())).toBe(4);
  });
});

describe('new identities', () => {
  test('are given to the pages that they change, together with the rules', async () => {
    const { started, run, seen } = await nextRun();
    const urls = ['4f2a9c81d07be653', 'b93e70d1a62c48f5'].map((mark) => `/x?mark=${mark}`);
    await started.commit({ discovered: urls.map((url) => discovered(url)) });
    const knowledge = new SiteKnowledge([]);
    knowledge.learnUrlRules('example.org', [sessionRule('https://example.org')]);
    const identity = knowledge.identityOf(`https://example.org${urls[0]}`);
    await renamePages(store, await run(), knowledge, seen);
    const { projectId } = started;
    expect(await store.pages.find(projectId, identityHash(identity))).toMatchObject({ identity });
    expect(await store.pages.find(projectId, id('plain'))).toMatchObject({
      identity: 'https://example.org/plain',
    });
    expect(seen.has(identityHash(identity))).toBe(true);
    expect(seen.size).toBe(1);
    expect(await store.learned.list(projectId)).toHaveLength(1);
    expect(knowledge.takeNewRules()).toEqual([]);
  });
});
