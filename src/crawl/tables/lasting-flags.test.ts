import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import type { Flag } from '../../track/index.ts';

describe.each(databaseKinds)('since when pages are away on %s', (kind) => {
  let store: Store;
  const each = storeForEachTest(kind, (opened) => {
    store = opened;
  });

  /** A page that had these flags, one in each run; null for a run that did not visit it. Returns since which run, by run. */
  async function history(flags: readonly (Flag | null)[]) {
    const runs: number[] = [];
    let id = 0;
    for (const flag of flags) {
      const run = await startRun(store);
      runs.push(run.runId);
      if (id === 0) {
        await run.commit({ discovered: [discovered('/a')] });
        id = (await store.frontier.next(run.runId, 'example.org', null, 1))[0]?.id ?? 0;
      }
      const outcome = flag === 'MIS' || flag === 'ERR' ? 'error' : 'ok';
      if (flag !== null) await run.commit({ visits: [visit(id, { flag, reason: flag, outcome })] });
    }
    return runs;
  }

  /** The place, among the runs, of the run since which the page is away; null where it is not. */
  const since = (runs: readonly number[]) =>
    Promise.all(
      runs.map(async (run) => {
        const [lasting] = await store.visits.lasting(run, { limit: 5 });
        return lasting === undefined ? null : runs.indexOf(lasting.sinceRunId);
      }),
    );

  const flags = ['NEW', 'MIS', null, 'ERR', 'MIS', 'SAM', 'ERR', 'ERR', 'UPD', 'MIS'] as const;
  const expected = [null, 1, null, 3, 1, null, 6, 6, null, 9];

  test('the first run with the same flag after the last good visit', async () => {
    expect(await since(await history(flags))).toEqual(expected);
  });

  test('what was stored before goes on', async () => {
    const runs = await history([...flags, 'ERR']);
    await each.reopen();
    expect(await since(runs)).toEqual([...expected, 10]);
    const run = await startRun(store);
    const [page] = await store.pages.known(run.projectId, { after: 0, limit: 1 });
    await run.commit({ visits: [visit(page?.id ?? 0, { flag: 'MIS', reason: 'gone', outcome: 'error' })] });
    expect(await store.visits.lasting(run.runId, { limit: 5 })).toMatchObject([{ sinceRunId: runs[9] }]);
  });
});
