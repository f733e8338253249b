import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/database/errors.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { openExploration } from '../../../src/features/states/open-exploration.ts';
import { overviewOf, storedGraph } from '../../../src/features/states/stored-graph.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { storeForEachTest, storePlaceForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { madeUpExploration, writeDown } from './made-up-exploration.ts';

const dying = fileURLToPath(new URL('./die-in-exploration.ts', import.meta.url));
const wanted = {
  project: 'office',
  url: 'https://office.example/',
  settings: { setting: 'content', threshold: 0.03 },
};

/** As the explorer gave it; a picture comes back as other bytes of the same value. */
const plain = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === 'screenshot' && inner !== null ? Buffer.from(inner).toString() : inner,
    ),
  );

const steps = madeUpExploration(12);
const everything = {
  states: steps.flatMap(({ found }) => found ?? []),
  tried: steps.flatMap(({ tried }) => tried ?? []),
};

describe.each(databaseKinds)('explorations on %s', (kind) => {
  let store: Store;
  let place: Place;
  const each = storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });
  test('everything that was written down comes back, also in another process', async () => {
    const { record, close, resumed } = await openExploration(store, wanted, () => 1000);
    expect(resumed).toBe(false);
    await writeDown(record, steps);
    await close('complete');
    await each.reopen();
    const [exploration] = await store.explorations.list(1);
    expect(exploration).toMatchObject({ number: 1, url: wanted.url, endedAt: 1000, ending: 'complete' });
    const again = await openExploration(store, wanted);
    expect(again).toMatchObject({ resumed: false, exploration: { number: 2 } });
    await again.close(null);
    if (exploration === undefined) return;
    const stored = await storedGraph(store, exploration);
    expect(stored.graph).toMatchObject({ setting: 'content', threshold: 0.03 });
    expect(stored.graph.states).toEqual(everything.states.map(({ state }) => state));
    expect(stored.graph.distances).toEqual(everything.states.map(({ distances }) => distances));
    expect(stored.graph.transitions).toEqual(everything.tried.flatMap(({ transition }) => transition ?? []));
    const { html, screenshot } = await overviewOf(stored).contentOf(4);
    expect(html).toContain('<p>State 4</p>');
    expect(Buffer.from(screenshot ?? []).toString()).toBe('picture 4');
    expect((await overviewOf(stored).contentOf(5)).screenshot).toBeNull();
  });

  test('another setting begins anew, and one that ended is not gone on with', async () => {
    const first = await openExploration(store, wanted);
    await writeDown(first.record, steps.slice(0, 3));
    await first.close('interrupted');
    const other = await openExploration(store, {
      ...wanted,
      settings: { setting: 'structure', threshold: 0.24 },
    });
    expect(other).toMatchObject({ resumed: false, exploration: { number: 2 } });
    expect(await other.record.soFar()).toEqual({ states: [], tried: [] });
    await other.close('complete');
  });

  test('what it tells is kept with its end, and an end that is repeated tells nothing twice', async () => {
    const definition = {
      project: wanted.project,
      detectors: [{ words: ['State'] }],
      notify: [{ to: 'file:///messages.txt', events: ['match' as const] }],
    } as const;
    const outbox = () => store.outbox.list({ limit: 1000 });
    const reported: number[] = [];
    for (const number of [1, 2]) {
      const { record, close, exploration } = await openExploration(store, wanted);
      await writeDown(record, steps);
      expect(exploration.number).toBe(number);
      const { endExploration } = await import('../../../src/features/states/start-exploration.ts');
      const news = await endExploration(store, exploration, 'complete', definition, 1000);
      reported.push((await outbox()).length);
      await endExploration(store, exploration, 'complete', definition, 2000);
      expect((await outbox()).length).toBe(reported.at(-1));
      expect(news?.states.map(({ flag }) => flag)).toEqual(Array(12).fill(number === 1 ? 'NEW' : 'SAM'));
      await close(null);
    }
    // The second exploration found what the first had told.
    expect(reported[0]).toBeGreaterThan(0);
    expect(reported[1]).toBe(reported[0]);
  });

  test('two processes do not explore one project at once', async () => {
    const { record, close } = await openExploration(store, wanted);
    await writeDown(record, steps.slice(0, 2));
    await expect(record.index(everything.states[0] as never, [])).rejects.toThrow();
    if (kind === 'postgres') {
      const other = await openStore({ ...place, access: 'write' });
      await expect(openExploration(other, wanted)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
      await other.close();
    }
    await close(null);
  });

  test('a removed project takes its explorations and their contents along, but not those that others have', async () => {
    for (const project of ['office', 'other']) {
      const { record, close } = await openExploration(store, { ...wanted, project });
      await writeDown(record, project === 'office' ? steps : steps.slice(0, 1));
      await close('complete');
    }
    const [office] = await store.explorations.list(1);
    const states = await store.explorations.states(office?.id ?? 0);
    const shared = states[0]?.contents.html ?? new Uint8Array();
    const own = states[5]?.contents.html ?? new Uint8Array();
    await store.projects.remove(1);
    expect(await store.explorations.list(1)).toEqual([]);
    expect(await store.explorations.states(office?.id ?? 0)).toEqual([]);
    expect(await store.explorations.tried(office?.id ?? 0)).toEqual([]);
    expect([await store.contents.has(shared), await store.contents.has(own)]).toEqual([true, false]);
  });
});

/** PostgreSQL takes a moment to notice that the process is gone which has the project. */
async function openedWhenFree(store: Store): ReturnType<typeof openExploration> {
  for (;;)
    try {
      return await openExploration(store, wanted);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'STORE_LOCKED') throw error;
      await setTimeout(20);
    }
}

describe.each(databaseKinds)('kill -9 in an exploration on %s', (kind) => {
  let place: Place;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });

  test.each([
    ['after contents', 1],
    ['before commit', 5],
    ['after commit', 5],
    ['before commit', 12],
  ])(
    'killed %s of transaction %i, it goes on: nothing is lost, nothing is counted twice',
    async (point, transaction) => {
      const options = JSON.stringify({ ...place, access: 'write' });
      const child = spawn(process.execPath, [dying, options, point, String(transaction)], {
        stdio: 'inherit',
      });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      const store = await openStore({ ...place, access: 'write' });
      const { record, close, resumed } = await openedWhenFree(store);
      expect(resumed).toBe(true);
      const { states, tried } = await record.soFar();
      const kept = point === 'after commit' ? transaction : transaction - 1;
      expect(tried).toHaveLength(Math.max(0, kept - 1));
      expect(states).toHaveLength(steps.slice(0, kept).filter(({ found }) => found !== null).length);
      await writeDown(record, steps);
      expect(plain(await record.soFar())).toEqual(plain(everything));
      await close('complete');
      await store.close();
    },
  );
});
