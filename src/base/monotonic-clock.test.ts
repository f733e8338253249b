import { expect, test } from 'vitest';
import { monotonicClock } from './pacing.ts';

test('a steady clock tells whole milliseconds, and never goes back', () => {
  const now = monotonicClock();
  let before = now();
  for (let n = 0; n < 100_000; n++) {
    const time = now();
    if (!Number.isInteger(time) || time < before) expect([before, time]).toEqual('whole, and later');
    before = time;
  }
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
});
