import { describe, expect, test } from 'vitest';
import { fillSet } from '../../../test/features/calibration/fill-set.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { gridOf, pointsOf } from './points/setting-grid.ts';
import { helpWithGrids, runRequestedGrid } from './requested-grids.ts';

const wish = { algorithms: ['broder'], features: ['words:1-3'], steps: 3 };
/** With the reference plane. */
const all = gridOf(wish).flatMap(pointsOf).length + 1;

describe.each(databaseKinds)('settings that are wanted, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });
  const help = async (signal = new AbortController().signal) => {
    const begun: string[] = [];
    const request = {
      threads: 1,
      signal,
      onBegin: (set: { readonly name: string }) => void begun.push(set.name),
    };
    return { begun, helped: await helpWithGrids(store, request) };
  };

  test('a helper tries what is left of them, and they are wanted no more', async () => {
    const { set } = await fillSet(store, 'mine', 1, 6);
    await store.calibrations.requestGrid(set.id, JSON.stringify(wish));
    await store.calibrations.requestGrid(set.id, JSON.stringify(wish));
    expect(await help()).toEqual({ begun: ['mine'], helped: [{ set, settings: all }] });
    expect(await store.calibrations.requestedGrids()).toEqual([]);
    expect(await help()).toEqual({ begun: [], helped: [] });
  });

  test('a helper that is stopped leaves them to others', async () => {
    const { set } = await fillSet(store, 'mine', 1, 6);
    await store.calibrations.requestGrid(set.id, JSON.stringify(wish));
    const stopping = new AbortController();
    const helped = await helpWithGrids(store, {
      ...{ threads: 1, signal: stopping.signal },
      onBegin: () => stopping.abort(),
    });
    expect(helped).toEqual([{ set, settings: 0 }]);
    expect(await store.calibrations.requestedGrids()).toHaveLength(1);
  });

  test('they are wanted while they are tried, and not when that fails or more is recorded', async () => {
    const { set } = await fillSet(store, 'mine', 1, 6);
    let wanted = 0;
    const onProgress = async () => {
      wanted = Math.max(wanted, (await store.calibrations.requestedGrids()).length);
    };
    expect(await runRequestedGrid(store, wish, { set, threads: 1, onProgress })).toBe(all);
    await expect.poll(() => wanted).toBe(1);
    expect(await store.calibrations.requestedGrids()).toEqual([]);

    const empty = await store.calibrations.create('empty', 1);
    await expect(runRequestedGrid(store, wish, { set: empty, threads: 1 })).rejects.toThrow(
      'Nothing is recorded',
    );
    expect(await store.calibrations.requestedGrids()).toEqual([]);

    await store.calibrations.requestGrid(set.id, JSON.stringify(wish));
    await store.calibrations.begin(set.id, { url: 'http://site.example/', settings: '{}', startedAt: 1 });
    expect(await store.calibrations.requestedGrids()).toEqual([]);
  });
});
