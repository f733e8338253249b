import { expect, test } from 'vitest';
import { parseHttpDate } from './http-date.ts';

const now = Date.UTC(2025, 0, 1);

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  '%s is a date (the examples of RFC 9110)',
  (text) => {
    expect(parseHttpDate(text, now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  },
);

test('two digits of a year mean the year that is at most 50 ahead', () => {
  expect(parseHttpDate('Sunday, 06-Nov-75 08:49:37 GMT', now)).toBe(Date.UTC(2075, 10, 6, 8, 49, 37));
  expect(parseHttpDate('Sunday, 06-Nov-76 08:49:37 GMT', now)).toBe(Date.UTC(1976, 10, 6, 8, 49, 37));
});

test.each([
  '',
  'tomorrow',
  '2024-01-01T00:00:00Z',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Foo 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 CET',
])('"%s" is no HTTP date', (text) => {
  expect(parseHttpDate(text, now)).toBeNull();
});
