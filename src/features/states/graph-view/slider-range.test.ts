import { expect, test } from 'vitest';
import { sliderRange } from './slider-range.ts';

test.each([
  ['shares', 0.03, [[], [0.5], [0.871, 0.2]], { to: 0.88, step: 0.01 }],
  ['shares that are near each other', 0.03, [[], [0.05]], { to: 0.05, step: 0.001 }],
  ['bits', 3, [[], [17]], { to: 17, step: 1 }],
  ['one state', 0.24, [[]], { to: 0.24, step: 0.001 }],
])('%s', (_, threshold, distances, range) => expect(sliderRange(threshold, distances)).toEqual(range));
