import { expect, test } from 'vitest';
import { familiesOf, gridOf, pointsOf, stillToRun, usualGrid } from './setting-grid.ts';

test('the usual grid has the algorithms and sizes of the published figures', () => {
  const grid = gridOf(usualGrid);
  expect(grid).toHaveLength(64);
  expect(grid.flatMap(pointsOf)).toHaveLength(961);
  expect(grid.find(({ features }) => features === 'chars:15')?.algorithm).toBe('crawlhash');
});

test('ranges of sizes and numbers of thresholds can be wished for', () => {
  expect(gridOf({ algorithms: ['broder'], features: ['words:2-3', 'links'], steps: 3 })).toEqual(
    ['words:2', 'words:3', 'links'].map((features) => ({
      ...{ algorithm: 'broder', features, thresholds: [0, 0.325, 0.65] },
    })),
  );
});

test.each([
  [{ ...usualGrid, algorithms: ['nothing'] }, 'CALIBRATE_GRID_INVALID'],
  [{ ...usualGrid, features: ['words:3-1'] }, 'CALIBRATE_GRID_INVALID'],
  [{ ...usualGrid, features: ['letters:3'] }, 'FINGERPRINT_OPTION_INVALID'],
  [{ ...usualGrid, steps: 100_000 }, 'CALIBRATE_GRID_INVALID'],
])('%j is refused', (wish, code) => {
  expect(() => gridOf(wish)).toThrow(expect.objectContaining({ code }));
});

test('what is done is not run again', () => {
  const [family] = gridOf({ algorithms: ['broder'], features: ['words:2'], steps: 3 });
  if (family === undefined) throw new Error('there is no family');
  const left = stillToRun([family], new Set(['broder/words:2@0', 'broder/words:2@0.65']));
  expect(left).toEqual([{ ...family, thresholds: [0.325] }]);
  expect(stillToRun(left, new Set(['broder/words:2@0.325']))).toEqual([]);
  expect(familiesOf(pointsOf(family).toReversed())).toEqual([family]);
});
