import { expect, test } from 'vitest';
import { retryAfter } from './retry-after.ts';

const now = Date.UTC(2025, 0, 1);

test.each([
  ['120', now + 120_000],
  [' 0 ', now],
  ['Wed, 01 Jan 2025 00:01:00 GMT', now + 60_000],
  ['Tue, 31 Dec 2024 00:00:00 GMT', now],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j', (header, expected) => {
  expect(retryAfter(header, now)).toBe(expected);
});
