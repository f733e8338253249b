import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';

describe.each(['sqlite', 'postgres'] as const)('projects in trouble on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (fresh) => {
    store = fresh;
  });

  /** A run whose only page was visited, or not. */
  async function run(name: string, outcome: 'ok' | 'error' | null) {
    const { runId, commit } = await startRun(store, name);
    await commit({ discovered: [discovered('/')] });
    const [page] = await store.frontier.next(runId, 'example.org', null, 1);
    if (outcome !== null) await commit({ visits: [visit(page?.id ?? 0, { outcome })] });
    return {
      finish: () => store.runs.change(runId, { state: 'finished', at: 3 }),
      pause: (pauseReason: string) => store.runs.change(runId, { state: 'paused', at: 3, pauseReason }),
    };
  }

  test('are those whose newest run pauses or read nothing', async () => {
    expect(await store.runs.inTrouble()).toEqual({ paused: 0, failing: 0 });
    await (await run('good', 'ok')).finish();
    await run('under way', 'error');
    await (await run('restarted', null)).pause('interrupted');
    expect(await store.runs.inTrouble()).toEqual({ paused: 0, failing: 0 });
    await (await run('limited', 'ok')).pause('the limit of 1 page');
    expect(await store.runs.inTrouble()).toEqual({ paused: 1, failing: 0 });
    await (await run('down', 'error')).finish();
    await (await run('broken', null)).pause('the log-in was refused');
    expect(await store.runs.inTrouble()).toEqual({ paused: 2, failing: 2 });
    // The newest one counts.
    await (await run('limited', 'ok')).finish();
    await (await run('broken', 'ok')).finish();
    expect(await store.runs.inTrouble()).toEqual({ paused: 0, failing: 1 });
  });

  test('messages say since when the oldest waits', async () => {
    const { projectId } = await startRun(store);
    expect(await store.outbox.unsent()).toEqual({ waiting: 0, dead: 0, oldestWaiting: null, nextTry: null });
    const row = { channel: 'mail', bundle: 'b', content: '{}', at: 1 };
    await store.outbox.add(projectId, [
      { ...row, id: 'a', notification: 'a', deliverAfter: 500 },
      { ...row, id: 'b', notification: 'b', deliverAfter: 200 },
    ]);
    expect(await store.outbox.unsent()).toEqual({ waiting: 2, dead: 0, oldestWaiting: 200, nextTry: 200 });
  });
});
