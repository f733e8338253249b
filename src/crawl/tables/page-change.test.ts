import { describe, expect, test } from 'vitest';
import {
  discovered,
  type StartedRun,
  startRun,
  visit,
} from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import type { NewVisit } from './visit.ts';

describe.each(databaseKinds)('the change feed, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  /** Everything after a place, as `place kind path`. */
  async function reported(
    after = 0,
    projectIds: readonly number[] | null = null,
  ): Promise<readonly string[]> {
    await store.changes.order();
    const { changes } = await store.changes.after(after, { limit: 100, projectIds });
    return changes.map((change) => `${change.position} ${change.kind} ${new URL(change.url).pathname}`);
  }

  /** Two pages that a first run found. */
  async function twoPages(project = 'sample'): Promise<readonly [number, number]> {
    const run = await startRun(store, project);
    await run.commit({ discovered: [discovered('/a'), discovered('/b')] });
    const [a, b] = await store.frontier.next(run.runId, 'example.org', null, 2);
    const ids = [a?.id ?? 0, b?.id ?? 0] as const;
    await run.commit({ visits: ids.map((id) => visit(id, { flag: 'NEW' })) });
    return ids;
  }

  async function visitedAgain(id: number, change: Partial<NewVisit>): Promise<StartedRun> {
    const run = await startRun(store);
    await run.commit({ revisits: [id] });
    await run.commit({ visits: [visit(id, change)] });
    return run;
  }

  test('has every change once, in order, and what stays as it is not at all', async () => {
    const [a] = await twoPages();
    expect(await reported()).toEqual(['1 new /a', '2 new /b']);
    await visitedAgain(a, { flag: 'SAM' });
    await visitedAgain(a, { flag: 'UPD' });
    const away = { outcome: 'error', bringsVersion: false } as const;
    await visitedAgain(a, { flag: 'MIS', ...away });
    await visitedAgain(a, { flag: 'ERR', ...away });
    await visitedAgain(a, { flag: 'MIS', ...away });
    await visitedAgain(a, { flag: 'SAM' });
    await visitedAgain(a, { flag: 'SAM' });
    expect(await reported(2)).toEqual(['3 updated /a', '4 gone /a', '5 back /a']);
  });

  test('says where to read on, also when nothing of it is for the reader', async () => {
    await twoPages();
    await twoPages('other');
    await store.changes.order();
    const other = (await store.projects.find('other'))?.id ?? 0;
    expect(await store.changes.after(0, { limit: 3, projectIds: null })).toMatchObject({ upTo: 3 });
    expect(await store.changes.after(0, { limit: 9, projectIds: [] })).toEqual({
      changes: [],
      upTo: 4,
      end: 4,
    });
    expect(await reported(0, [other])).toEqual(['3 new /a', '4 new /b']);
    expect(await store.changes.after(4, { limit: 9, projectIds: null })).toEqual({
      changes: [],
      upTo: 4,
      end: 4,
    });
    // A place that this feed has not reached: `end` says so.
    expect(await store.changes.after(99, { limit: 9, projectIds: null })).toMatchObject({ end: 4 });
  });

  test('a page that turned out to be another one was merged into it', async () => {
    const [a, b] = await twoPages();
    const run = await startRun(store);
    const { identity, identityHash } = discovered('/a');
    await run.commit({ renamed: [{ pageId: b, identity, identityHash }] });
    await store.changes.order();
    const { changes } = await store.changes.after(2, { limit: 9, projectIds: null });
    expect(changes).toMatchObject([{ kind: 'merged', pageId: b, mergedInto: a }]);
  });

  test('a place is never given twice, even when the project with the last one is removed', async () => {
    await twoPages('short-lived');
    expect(await reported()).toHaveLength(2);
    const project = await store.projects.find('short-lived');
    await store.projects.remove(project?.id ?? 0);
    await twoPages();
    expect(await reported()).toEqual(['3 new /a', '4 new /b']);
  });
});
