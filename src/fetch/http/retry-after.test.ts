import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;

test.each([
  [null, null],
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['999999999', day],
  ['9'.repeat(400), day],
  ['-5', null],
  ['+5', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['5 seconds', null],
  ['soon', null],
  ['', null],
])('Retry-After: %s', (value, wait) => {
  expect(retryAfterMs(value, now)).toBe(wait);
});

describe('a date', () => {
  test.each([
    ['IMF-fixdate', 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['RFC 850', 'Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
    ['asctime', 'Thu Jan  1 00:01:00 2026', 60_000],
    ['asctime with two digits', 'Thu Jan 01 00:01:00 2026', 60_000],
    ['in any case', 'thu, 01 JAN 2026 00:01:00 gmt', 60_000],
    ['a leap second', 'Thu, 01 Jan 2026 00:00:60 GMT', 60_000],
    ['now', 'Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['past', 'Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['a day ahead, less a second', 'Thu, 01 Jan 2026 23:59:59 GMT', day - 1000],
    ['far ahead', 'Sat, 01 Jan 2050 00:00:00 GMT', day],
    ['far ahead in two digits', 'Saturday, 01-Jan-76 00:00:00 GMT', day],
    ['two digits that mean the past', 'Saturday, 01-Jan-77 00:00:00 GMT', 0],
  ])('%s', (_, value, wait) => {
    expect(retryAfterMs(value, now)).toBe(wait);
  });

  test('two digits of a year can mean the next century', () => {
    const lastDay = Date.UTC(2099, 11, 31, 23, 59);
    expect(retryAfterMs('Friday, 01-Jan-00 00:00:00 GMT', lastDay)).toBe(60_000);
  });

  test('the examples of RFC 9110 mean the same second', () => {
    const before = Date.UTC(1994, 10, 6, 8, 49, 30);
    for (const value of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ])
      expect(retryAfterMs(value, before)).toBe(7000);
  });

  test.each([
    '2026-01-01T00:01:00Z',
    'Thu, 01 Jan 2026',
    'Thu, 1 Jan 2026 00:01:00 GMT',
    'Thu, 31 Feb 2026 00:01:00 GMT',
    'Thu, 00 Jan 2026 00:01:00 GMT',
    'Thu, 01 Jan 2026 24:00:00 GMT',
    'Thu, 01 Jan 2026 00:60:00 GMT',
    'Thu, 01 Jan 2026 00:00:61 GMT',
    'Thu, 01 Foo 2026 00:01:00 GMT',
    'Foo, 01 Jan 2026 00:01:00 GMT',
    'Thu, 01 Jan 2026 00:01:00 CET',
    'Thu, 01 Jan 2026 00:01:00',
    'Thu, 01 Jan 2026 00:01:00 GMT+1',
    'Thursday, 01 Jan 2026 00:01:00 GMT',
    'Thu Jan  1 00:01:00 2026 GMT',
    'Thu Jan  1 00:01:00 26',
  ])('%s is not one', (value) => {
    expect(retryAfterMs(value, now)).toBeNull();
  });

  test.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])('is GMT on a machine in %s', (zone) => {
    const file = new URL('./retry-after.ts', import.meta.url).href;
    const dates = [
      'Thu, 01 Jan 2026 00:01:00 GMT',
      'Thursday, 01-Jan-26 00:01:00 GMT',
      'Thu Jan  1 00:01:00 2026',
    ];
    const program = `
      const { retryAfterMs } = await import(${JSON.stringify(file)});
      const waits = ${JSON.stringify(dates)}.map((date) => retryAfterMs(date, ${now}));
      console.log(JSON.stringify([Intl.DateTimeFormat().resolvedOptions().timeZone, ...waits]));
    `;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { TZ: zone },
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual([zone, 60_000, 60_000, 60_000]);
  });
});
