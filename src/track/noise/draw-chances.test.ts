import { expect, test } from 'vitest';
import { chanceOfSameDraw, chanceOfSharing } from './draw-chances.ts';

test('two draws of the same items are the rarer the more there are to choose from', () => {
  expect(chanceOfSameDraw(3, 1)).toBeCloseTo(1 / 3);
  expect(chanceOfSameDraw(12, 4)).toBeCloseTo(1 / 495);
  expect(chanceOfSameDraw(4, 4)).toBeCloseTo(1);
  expect(chanceOfSameDraw(2, 4)).toBe(1);
});

test('draws that share some items: by the hypergeometric distribution', () => {
  expect(chanceOfSharing(40, 5, 5, 0)).toBeCloseTo(1);
  expect(chanceOfSharing(40, 5, 5, 4)).toBeCloseTo((5 * 35 + 1) / 658_008);
  expect(chanceOfSharing(6, 4, 4, 2)).toBeCloseTo(1);
  expect(chanceOfSharing(3, 5, 4, 1)).toBe(1);
});
