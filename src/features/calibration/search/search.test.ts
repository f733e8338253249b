import { describe, expect, test } from 'vitest';
import { writeSetting } from '../../../fingerprint/index.ts';
import { gridOf, pointsOf } from '../points/setting-grid.ts';
import { likelyCosts, profileOf } from './family-profile.ts';
import { searchGrid } from './search-grid.ts';

describe('the profile of a family', () => {
  const between = (places: readonly number[]) => (one: number, other: number) =>
    Math.abs((places[one] ?? 0) - (places[other] ?? 0));
  const all = [0, 1, 2, 3];
  const fromIndex = [[], [0], [0], [0]];

  test('a state is kept until it comes as near to one that is kept', () => {
    const profile = profileOf(
      { classOf: all },
      { thresholds: [0, 1, 10, 19, 30] },
      fromIndex,
      between([0, 10, 11, 30]),
    );
    // At 10 the second goes, and the third, which was near to it only, is kept again; from 19 on the last one is near to that.
    expect(profile).toEqual({ classes: 4, kept: [4, 3, 3, 2, 1], found: [4, 3, 3, 2, 1] });
  });

  test('a state goes with the last one that leads to it', () => {
    const distance = between([0, 10, 100, 200]);
    const under = { thresholds: [0, 10] };
    expect(profileOf({ classOf: all }, under, [[], [0], [1], [1, 2]], distance).kept).toEqual([4, 1]);
    expect(profileOf({ classOf: all }, under, [[], [0], [1], [0, 2]], distance).kept).toEqual([4, 2]);
  });

  test('costs are missed classes, and states that are kept beside others of their class', () => {
    const family = { thresholds: [0, 1, 10, 19, 30] };
    const profile = profileOf({ classOf: [0, 0, 2, 3] }, family, fromIndex, between([0, 10, 11, 30]));
    expect(profile.found).toEqual([3, 2, 3, 2, 1]);
    expect(likelyCosts(family, [profile], 1)).toEqual([1, 2, 0, 1, 2]);
    expect(likelyCosts(family, [profile, profile], 3)).toEqual([2, 8, 0, 6, 12]);
    expect(likelyCosts(family, [], 1)).toEqual([0, 0, 0, 0, 0]);
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
