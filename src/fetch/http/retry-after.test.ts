import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('Thu, 01 Jan 2026 00:00:00 GMT');
const day = 86_400_000;

test.each([
  [null, null],
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['999999999', day],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['Sat, 01 Jan 2050 00:00:00 GMT', day],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('Retry-After: %s', (value, wait) => {
  expect(retryAfterMs(value, now)).toBe(wait);
});
