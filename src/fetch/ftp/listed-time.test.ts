import { expect, test } from 'vitest';
import { listTime } from './parse-listing.ts';

const now = Date.UTC(2026, 2, 10, 12, 0);
const minute = 60_000;
const day = 86_400_000;

test.each<[string, string | null, number]>([
  ['Mar 10 11:59', '2026-03-10T11:59Z', minute],
  // Tomorrow on a server east of us.
  ['Mar 11 02:00', '2026-03-11T02:00Z', minute],
  ['Mar 12 00:00', '2025-03-12T00:00Z', minute],
  ['Dec 31 23:59', '2025-12-31T23:59Z', minute],
  ['31 Dec 23:59', '2025-12-31T23:59Z', minute],
  ['Feb 29 10:00', '2024-02-29T10:00Z', minute],
  ['Jan  5  2019', '2019-01-05T00:00Z', day],
  ['2023-12-11 14:35', '2023-12-11T14:35Z', minute],
  ['12-05-96 05:03PM', '1996-12-05T17:03Z', minute],
  ['12-05-26 12:03AM', '2026-12-05T00:03Z', minute],
  ['12-05-2012 17:03', '2012-12-05T17:03Z', minute],
  ['12-05-69 17:03', '2069-12-05T17:03Z', minute],
  ['12-05-70 17:03', '1970-12-05T17:03Z', minute],
  ['12-05-96 12:03PM', '1996-12-05T12:03Z', minute],
  ['Mar 10 24:00', null, 0],
  ['2023-12-11 14:60', null, 0],
  ['Mrz 10 11:59', null, 0],
  ['Feb 30 2019', null, 0],
  ['Jan 99 10:00', null, 0],
  ['yesterday', null, 0],
])('%s', (written, expected, unit) => {
  const found = listTime(written, now);
  expect(found).toEqual(expected === null ? null : { at: Date.parse(expected), unit });
});

test('on New Year a date in December belongs to last year', () => {
  const found = listTime('Dec 31 23:00', Date.UTC(2026, 0, 1, 0, 5));
  expect(new Date(found?.at ?? 0).toISOString()).toBe('2025-12-31T23:00:00.000Z');
});
