import { expect, test } from 'vitest';
import { distanceHistogram, sliderRange } from './distance-histogram.ts';

const counts = (...given: Parameters<typeof distanceHistogram>) =>
  distanceHistogram(...given).map(({ count }) => count);

test('every distance in range is counted once, the largest in the last bar', () => {
  const distances = [[], [0.25], [0.5, 0.4], [0.75, 0.7, 0.2]];
  expect(distanceHistogram(distances, { from: 0.25, to: 0.75, bars: 2 })).toEqual([
    { from: 0.25, to: 0.5, count: 2 },
    { from: 0.5, to: 0.75, count: 3 },
  ]);
});

test('bits are counted in bars of whole bits', () => {
  const distances = [[], [3], [4, 4], [9, 5, 12]];
  const bars = distanceHistogram(distances, { from: 3, to: 12, bars: 20 });
  expect(bars).toHaveLength(9);
  expect(bars[1]).toEqual({ from: 4, to: 5, count: 2 });
  expect(distanceHistogram(distances, { from: 3, to: 12, bars: 4 }).map(({ from }) => from)).toEqual([
    3, 6, 9,
  ]);
  expect(counts(distances, { from: 3, to: 12, bars: 4 })).toEqual([4, 0, 2]);
});

test('one state has no distances', () => {
  expect(distanceHistogram([[]], { from: 0.1, to: 0.1, bars: 10 })).toEqual([]);
  expect(counts([[]], { from: 0.1, to: 1, bars: 3 })).toEqual([0, 0, 0]);
});

test.each([
  ['shares', 0.03, [[], [0.5], [0.871, 0.2]], { to: 0.88, step: 0.01 }],
  ['shares that are near each other', 0.03, [[], [0.05]], { to: 0.05, step: 0.001 }],
  ['bits', 3, [[], [17]], { to: 17, step: 1 }],
  ['one state', 0.24, [[]], { to: 0.24, step: 0.001 }],
])('the slider goes over %s', (_, threshold, distances, range) =>
  expect(sliderRange(threshold, distances)).toEqual(range),
);
