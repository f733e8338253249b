import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import type { ReportedPage } from '../../track/index.ts';

const reported = (after: string): ReportedPage => ({
  changes: [
    {
      flag: 'new',
      kind: 'paragraph',
      path: 'main/p',
      area: 'main',
      heading: 'Prices',
      before: null,
      after,
      isCut: false,
      links: { added: ['https://example.org/a'], removed: [] },
      movedFrom: null,
      isNoise: false,
      reason: 'new paragraph',
      rules: [],
    },
  ],
  more: 2,
  isWhole: true,
});

describe.each(databaseKinds)('what a run reported, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  async function pagesOf(count: number) {
    const { projectId, runId, commit } = await startRun(store);
    await commit({ discovered: Array.from({ length: count }, (_, n) => discovered(`/${n}`)) });
    return { projectId, runId, commit, pages: await store.frontier.next(runId, 'example.org', null, 100) };
  }

  test('is kept with the visits and comes back as it was, also odd characters', async () => {
    const { runId, commit, pages } = await pagesOf(1);
    const pageId = pages[0]?.id ?? 0;
    const odd = 'a\0b \ud800 日本';
    await commit({
      visits: [visit(pageId, { flag: 'UPD' })],
      reported: [{ pageId, reported: reported(odd) }],
    });
    expect(await store.reported.find(runId, pageId)).toEqual(reported(odd));
    expect(await store.reported.find(runId, 999_999)).toBeNull();
  });

  test('updated pages are listed part by part, with the keys of their changes', async () => {
    const { runId, commit, pages } = await pagesOf(5);
    const ids = pages.map(({ id }) => id);
    const flags = ['UPD', 'SAM', 'UPD', 'UPD', 'MIS'] as const;
    const visits = ids.map((id, n) => visit(id, { flag: flags[n] ?? null, reason: `reason ${n}` }));
    const [one = 0, , three = 0] = ids;
    await commit({
      visits,
      reported: [
        { pageId: one, reported: reported('the same') },
        { pageId: three, reported: reported('the same') },
      ],
    });
    const first = await store.reported.updated(runId, { limit: 2 });
    expect(first.map(({ url }) => url)).toEqual(['https://example.org/0', 'https://example.org/2']);
    expect(first[0]?.keys).toHaveLength(8);
    expect(first[0]?.keys).toEqual(first[1]?.keys);
    const rest = await store.reported.updated(runId, { after: first[1]?.pageId ?? 0, limit: 2 });
    expect(rest).toMatchObject([{ url: 'https://example.org/3', keys: null, reason: 'reason 3' }]);
    expect(await store.reported.updated(runId, { limit: 9, among: [three] })).toHaveLength(1);
  });

  test('goes with its project', async () => {
    const { projectId, runId, commit, pages } = await pagesOf(1);
    const pageId = pages[0]?.id ?? 0;
    await commit({
      visits: [visit(pageId, { flag: 'UPD' })],
      reported: [{ pageId, reported: reported('x') }],
    });
    await store.projects.remove(projectId);
    expect(await store.reported.find(runId, pageId)).toBeNull();
  });

  test('a page is missing since the first run that missed it after it was last good', async () => {
    const flags = ['NEW', 'MIS', 'ERR', 'MIS', 'SAM', 'ERR', 'MIS', 'MIS'] as const;
    const since: (number | null)[] = [];
    const numbers = new Map<number, number>();
    for (const [n, flag] of flags.entries()) {
      const { projectId, runId, commit } = await startRun(store);
      numbers.set(runId, n + 1);
      const known = await store.pages.find(projectId, 'https://example.org/0');
      await commit(known === null ? { discovered: [discovered('/0')] } : { revisits: [known.id] });
      const [page] = await store.frontier.next(runId, 'example.org', null, 1);
      const outcome = flag === 'MIS' || flag === 'ERR' ? 'error' : 'ok';
      await commit({ visits: [visit(page?.id ?? 0, { flag, outcome, reason: 'why' })] });
      const [lasting] = await store.visits.lasting(runId, { limit: 10 });
      if (lasting !== undefined)
        expect(lasting).toMatchObject({ url: 'https://example.org/0', flag, reason: 'why' });
      since.push(lasting === undefined ? null : (numbers.get(lasting.sinceRunId) ?? null));
    }
    expect(since).toEqual([null, 2, 3, 2, null, 6, 7, 7]);
  });
});
