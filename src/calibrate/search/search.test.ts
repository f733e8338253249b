import { describe, expect, test } from 'vitest';
import { writeSetting } from '../../fingerprint/index.ts';
import { gridOf, pointsOf } from '../points/setting-grid.ts';
import { likelyCosts, vanishingPoints } from './family-profile.ts';
import { searchGrid } from './search-grid.ts';

describe('the profile of a family', () => {
  test('a state vanishes where it comes as near to an earlier one', () => {
    const places = [0, 10, 11, 30];
    const leadTo = [[], [0], [0], [0]];
    const distance = (one: number, other: number) => Math.abs((places[one] ?? 0) - (places[other] ?? 0));
    expect(vanishingPoints(leadTo, distance)).toEqual([Number.POSITIVE_INFINITY, 10, 1, 19]);
  });

  test('a state vanishes with the last one that leads to it', () => {
    const places = [0, 10, 100, 200];
    const distance = (one: number, other: number) => Math.abs((places[one] ?? 0) - (places[other] ?? 0));
    expect(vanishingPoints([[], [0], [1], [1, 2]], distance)).toEqual([Number.POSITIVE_INFINITY, 10, 10, 10]);
    expect(vanishingPoints([[], [0], [1], [0, 2]], distance)).toEqual([
      Number.POSITIVE_INFINITY,
      10,
      10,
      100,
    ]);
  });

  test('costs count missed classes and duplicate states at each threshold', () => {
    const profile = [{ site: 1, keptBelow: [Number.POSITIVE_INFINITY, 1, 2, 5] }];
    const judged = [{ site: 1, classOf: [0, 0, 2, 2], tried: 4 }];
    // All four kept: two duplicates. Then state 1 goes, then 2, and at last 3 and with it its class.
    expect(likelyCosts({ thresholds: [0, 1, 2, 5] }, profile, judged, 1)).toEqual([2, 1, 0, 1]);
    expect(likelyCosts({ thresholds: [0, 1, 2, 5] }, profile, judged, 3)).toEqual([2, 1, 0, 3]);
    expect(likelyCosts({ thresholds: [0] }, profile, [], 1)).toEqual([0]);
  });
});

describe('the search', () => {
  const families = gridOf({ algorithms: ['crawlhash', 'broder'], features: ['words:1-9'], steps: null });
  const all = families.flatMap(pointsOf);
  /** Good at one place of the grid; guesses are wrong by something that depends on the size. */
  const costOf = ({ algorithm, features, threshold }: (typeof all)[number]) =>
    (algorithm === 'broder' ? 0 : 20) +
    Math.abs(Number(features.slice(6)) - 6) * 3 +
    Math.round(Math.abs(threshold - 0.4) * 20);
  const wrongBy = ({ features }: (typeof all)[number]) => (Number(features.slice(6)) < 4 ? -14 : 2);
  const best = Math.min(...all.map(costOf));
  const search = (seed: number, asked: string[] = [], budget = 43) =>
    searchGrid({
      ...{ families, budget, seed },
      look: async (looked) =>
        looked.map((family) => pointsOf(family).map((point) => costOf(point) + wrongBy(point))),
      costsOf: async (points) => {
        asked.push(...points.map(writeSetting));
        return points.map(costOf);
      },
    });

  test('it finds the best although guesses are wrong, within its budget, and asks about no point twice', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const asked: string[] = [];
      const found = await search(seed, asked);
      expect(found.cost).toBe(best);
      expect(found.evaluations).toBeLessThanOrEqual(43);
      expect(found.evaluations).toBe(families.length + asked.length);
      expect(new Set(asked).size).toBe(asked.length);
    }
  });

  test('the same seed gives the same search', async () => {
    const [first, second]: readonly [string[], string[]] = [[], []];
    await search(7, first);
    await search(7, second);
    expect(first).toEqual(second);
  });

  test('with a small budget it looks at some families only', async () => {
    const { evaluations } = await search(1, [], 10);
    expect(evaluations).toBe(10);
  });

  test('it ends when all points were replayed', async () => {
    expect((await search(1, [], 100_000)).evaluations).toBe(families.length + all.length);
  });
});
