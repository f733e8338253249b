import { expect, test } from 'vitest';
import { UsualTimes } from './usual-times.ts';

test('the quickest of the last ten is how long such a request takes', () => {
  const times = new UsualTimes();
  expect(times.of('listPages')).toBe(0);
  for (const ms of [4, 20, 3, 50]) times.note('listPages', ms);
  times.note('searchPages', 70);
  expect([times.of('listPages'), times.of('searchPages')]).toEqual([3, 70]);
  for (let count = 0; count < 10; count++) times.note('listPages', 9);
  expect(times.of('listPages')).toBe(9);
});
