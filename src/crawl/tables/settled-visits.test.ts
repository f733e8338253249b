import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';
import { isSettled, SettledVisitRows } from './settled-visits.ts';

const body = packContent(Buffer.from('hello'), 'text/html');
const same = {
  flag: 'SAM',
  reason: 'the same bytes',
  bringsVersion: false,
  sha256: body.sha256,
} as const;

describe.each(databaseKinds)('settled visits on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  /** What is stored of two pages after a visit that found them as they were, and what the next visit gets. */
  async function secondVisit(project: string, asColumns: boolean) {
    const first = await startRun(store, project);
    await first.commit({ discovered: [discovered('/a'), discovered('/b')] });
    const queued = await store.frontier.next(first.runId, 'example.org', null, 2);
    const brought = queued.map(({ id }) => visit(id, { flag: 'NEW', sha256: body.sha256 }));
    await first.commit({ visits: brought, contents: [body] });
    const second = await startRun(store, project);
    await second.commit({ revisits: queued.map(({ id }) => id) });
    const [a = 0, b = 0] = queued.map(({ id }) => id);
    const hops = [{ url: 'https://example.org/a', status: 304 }];
    const odd = { headers: [['x-odd', '\u0000 \ud800 "']], reason: 'a \u0000 b' } as const;
    const visits = [
      visit(a, { ...same, status: 304, etag: '"1"', samples: Buffer.from('samp'), dueAt: 77, hops }),
      visit(b, { ...same, ...odd, durationMs: 1.6 }),
    ];
    const rows = new SettledVisitRows();
    for (const one of visits) rows.add(one, second.runId);
    await second.commit(asColumns ? { settled: rows.visits } : { visits });
    expect(await store.frontier.count(second.runId)).toBe(0);
    const stored = await store.visits.ofRun(second.runId, { limit: 9 });
    const third = await startRun(store, project);
    await third.commit({ revisits: [a, b] });
    const next = await store.frontier.next(third.runId, 'example.org', null, 2);
    return {
      stored: stored.map(({ runId, pageId: _, ...row }) => ({ ...row, isOfRun: runId === second.runId })),
      next: next.map(({ id: _, lastGood, ...page }) => ({
        ...page,
        lastGood: { ...lastGood, versionRunId: lastGood?.versionRunId === first.runId },
      })),
      totals: await store.visits.flagTotals(second.runId),
    };
  }

  test('leave the same rows as others that say the same', async () => {
    const settled = await secondVisit('settled', true);
    const others = await secondVisit('others', false);
    expect(settled).toEqual(others);
    expect(settled.totals).toMatchObject({ SAM: 2 });
  });
});

test('a visit is settled unless it says more than that the page is as it was', () => {
  const settled = visit(1, same);
  expect(isSettled(settled, 'SAM')).toBe(true);
  expect(isSettled(settled, 'NEW')).toBe(true);
  // It has returned, which is a change.
  for (const flag of ['MIS', 'ERR', null] as const) expect(isSettled(settled, flag)).toBe(false);
  for (const more of [
    { flag: 'UPD' },
    { outcome: 'error' },
    { bringsVersion: true },
    { sha256: null },
    { signature: body.sha256 },
    { quietSignature: body.sha256 },
  ] as const)
    expect(isSettled({ ...settled, ...more }, 'SAM')).toBe(false);
});
