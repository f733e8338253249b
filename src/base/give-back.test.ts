import { expect, test } from 'vitest';
import { giveBack, grown } from './give-back.ts';

test('a large array is empty afterwards, a small one is left to the collector', () => {
  const [large, small] = [new Int32Array(1024 * 1024), new Int32Array(1024)];
  giveBack(large);
  giveBack(small);
  expect([large.length, small.length]).toEqual([0, 1024]);
});

test('an array grows with its numbers, and zeros after them', () => {
  const before = Int32Array.of(1, -2, 3);
  expect([...grown(before, 5)]).toEqual([1, -2, 3, 0, 0]);
  expect(before.length).toBe(0);
});
