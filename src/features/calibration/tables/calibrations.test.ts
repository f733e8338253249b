import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, type Place } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import { openStoreBeside } from '../../../database/open-store.ts';
import type { Store } from '../../../database/store.ts';
import type { CalibrationSet, StoredVerdict } from './calibration-tables.ts';

const site = { url: 'http://site.example/', settings: '{}', startedAt: 1 };
const point = (setting: string, result = '{}') => ({ setting, result });
const said = (change: Partial<StoredVerdict>): StoredVerdict => ({
  ...{ judge: 'ada', site: 1, one: 0, other: 1, verdict: 'duplicate', at: 1 },
  ...change,
});

describe.each(databaseKinds)('calibrations on %s', (kind) => {
  let store: Store;
  let place: Place;
  storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });

  const recorded = async (name = 'mine'): Promise<CalibrationSet> => {
    const { id } = await store.calibrations.create(name, 1);
    await store.calibrations.begin(id, site);
    const state = { number: 0, recording: '{"a":1}', screenshot: Buffer.from('png') };
    await store.calibrations.keep({ setId: id, site: 1, state, tried: null });
    await store.calibrations.keep({ setId: id, site: 1, state: null, tried: { number: 0, recording: '[]' } });
    return (await store.calibrations.find(name)) as CalibrationSet;
  };

  test('what was recorded comes back as it was, by sites', async () => {
    const { id } = await recorded();
    expect(await store.calibrations.sites(id)).toEqual([{ ...site, number: 1, endedAt: null, ending: null }]);
    expect(await store.calibrations.states(id, 1)).toEqual([{ number: 0, recording: '{"a":1}' }]);
    expect(await store.calibrations.tried(id, 1)).toEqual([{ number: 0, recording: '[]' }]);
    expect(Buffer.from((await store.calibrations.screenshot(id, 1, 0)) ?? []).toString()).toBe('png');
    expect(await store.calibrations.stateCounts(id)).toEqual(new Map([[1, 1]]));
    await store.calibrations.end(id, 1, { endedAt: 9, ending: 'complete' });
    expect(await store.calibrations.sites(id)).toMatchObject([{ endedAt: 9, ending: 'complete' }]);
  });

  test('a second recorder of the same site keeps nothing', async () => {
    const { id } = await recorded();
    const state = { number: 1, recording: '{}', screenshot: null };
    const again = { setId: id, site: 1, state, tried: { number: 0, recording: '{}' } };
    await expect(store.calibrations.keep(again)).rejects.toThrow();
    expect(await store.calibrations.states(id, 1)).toHaveLength(1);
  });

  test('the last word of a judge about two states counts, and can be taken back', async () => {
    const { id } = await recorded();
    await store.calibrations.judge(id, said({}));
    await store.calibrations.judge(id, said({ verdict: 'different', at: 2 }));
    await store.calibrations.judge(id, said({ judge: 'zoe', at: 3 }));
    expect(await store.calibrations.verdicts(id)).toEqual([
      said({ verdict: 'different', at: 2 }),
      said({ judge: 'zoe', at: 3 }),
    ]);
    expect(await store.calibrations.undo(id, 'ada')).toEqual(said({ verdict: 'different', at: 2 }));
    expect(await store.calibrations.undo(id, 'ada')).toBeNull();
    expect(await store.calibrations.verdicts(id)).toEqual([said({ judge: 'zoe', at: 3 })]);
  });

  test('points are kept once, many at a time', async () => {
    const set = await recorded();
    const many = Array.from({ length: 450 }, (_, step) => point(`broder/words:3@${step}`));
    expect(await store.calibrations.keepPoints(set, many)).toBe(true);
    await store.calibrations.keepPoints(set, [point('broder/words:3@0', '{"later":1}'), point('content@0')]);
    const all = await store.calibrations.points(set.id);
    expect(all).toHaveLength(451);
    expect(all.find(({ setting }) => setting === 'broder/words:3@0')).toEqual(point('broder/words:3@0'));
    expect((await store.calibrations.pointsDone(set.id)).size).toBe(451);
  });

  test('points that know nothing of what was recorded since are gone, and are not kept', async () => {
    const set = await recorded();
    await store.calibrations.keepPoints(set, [point('content@0')]);
    const state = { number: 1, recording: '{}', screenshot: null };
    await store.calibrations.keep({ setId: set.id, site: 1, state, tried: null });
    expect(await store.calibrations.points(set.id)).toEqual([]);
    expect(await store.calibrations.keepPoints(set, [point('content@0')])).toBe(false);
    expect(await store.calibrations.points(set.id)).toEqual([]);
  });

  const take = async (id: number, names: readonly string[], holder: string, forMs = 60_000, most = 1) =>
    (await store.calibrations.leaseBatches(id, names, { holder, forMs }, most)).join();

  test('a batch belongs to one process until it is given back, with its points or without', async () => {
    const set = await recorded();
    const { id } = set;
    expect(await take(id, ['a', 'b', 'c', 'd'], 'ada', 60_000, 2)).toBe('a,b');
    expect(await take(id, ['a', 'b', 'c'], 'zoe')).toBe('c');
    expect(await take(id, ['a', 'b', 'c'], 'zoe')).toBe('');
    // A holder cannot release the batch of another holder.
    await store.calibrations.releaseBatch(id, 'a', 'zoe');
    expect(await take(id, ['a'], 'zoe')).toBe('');
    await store.calibrations.releaseBatch(id, 'a', 'ada');
    await store.calibrations.keepPoints(set, [point('content@0')], { name: 'b', holder: 'ada' });
    expect(await take(id, ['a', 'b'], 'zoe', 60_000, 2)).toBe('a,b');
  });

  test('many who ask at once get one batch each', async () => {
    const { id } = await recorded();
    const names = Array.from({ length: 12 }, (_, number) => `batch ${number}`);
    const taken = await Promise.all(names.map((holder) => take(id, names, holder)));
    expect(taken.toSorted()).toEqual(names.toSorted());
  });

  test('another process takes a batch whose holder does not come back', async () => {
    const { id } = await recorded();
    await take(id, ['a'], 'killed', 1);
    await expect.poll(() => take(id, ['a'], 'other')).toBe('a');
    // A holder that was away too long does not renew the batch of another holder.
    await store.calibrations.renewBatches(id, { holder: 'killed', forMs: 1 });
    await setTimeout(5);
    expect(await take(id, ['a'], 'third')).toBe('');
  });

  test('judges can be allowed, and are gone with the set', async () => {
    const { id } = await recorded();
    await store.calibrations.allowJudges(id, [3, 4, 3]);
    expect(await store.calibrations.judges(id)).toEqual(new Set([3, 4]));
    await store.calibrations.allowJudges(id, [4]);
    expect(await store.calibrations.judges(id)).toEqual(new Set([4]));
    await store.calibrations.remove(id);
    expect(await store.calibrations.find('mine')).toBeNull();
    expect(await store.calibrations.judges(id)).toEqual(new Set());
    expect(await store.calibrations.states(id, 1)).toEqual([]);
  });

  test('calibrations are written beside the process that writes everything else', async () => {
    const set = await recorded();
    const beside = await openStoreBeside({ ...place, access: 'write' }, 'calibrations');
    onTestFinished(() => beside.close());
    for (const [turn, { calibrations }] of [store, beside, store, beside].entries())
      await calibrations.keepPoints(set, [point(`content@${turn}`)]);
    await store.projects.create({ name: 'shop', startUrl: site.url, settings: '{}', createdAt: 1 });
    expect((await beside.calibrations.pointsDone(set.id)).size).toBe(4);
  });
});
