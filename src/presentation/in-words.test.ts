import { expect, test } from 'vitest';
import { counted, grouped, inDays, moment } from './in-words.ts';

test.each([
  [30, '30 days'],
  [2, '2 days'],
  [1.99, '48 hours'],
  [1, '24 hours'],
  [0.25, '6 hours'],
  [5.25 / 24, '5.3 hours'],
  [1 / 24, '1 hour'],
  [0.5 / 24, '30 minutes'],
  [1.5 / 24, '1.5 hours'],
  [1 / 1440, '1 minute'],
  [30 / 86_400, '30 seconds'],
  [1 / 86_400, '1 second'],
])('%f days are %s', (days, words) => {
  expect(inDays(days)).toBe(words);
});

test('numbers are grouped, and nouns have their plural', () => {
  expect([counted(0, 'page'), counted(1, 'page'), counted(12_000, 'page')]).toEqual([
    '0 pages',
    '1 page',
    '12,000 pages',
  ]);
  expect(grouped(1_234_567)).toBe('1,234,567');
});

test('moments are in UTC, to the minute', () => {
  expect(moment(Date.UTC(2026, 10, 16, 1, 29, 59))).toBe('2026-11-16 01:29');
});
