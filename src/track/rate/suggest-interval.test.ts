import { expect, test } from 'vitest';
import { suggestInterval } from './change-rate.ts';

const daily = (...changed: readonly boolean[]) => changed.map((hasChanged) => ({ days: 1, hasChanged }));

test('a page that changes at every visit is visited more often', () => {
  expect(suggestInterval(daily(true, true, true, true)).days).toBeLessThan(0.5);
});

test('a page that never changed is left alone twice as long', () => {
  const { days, reason } = suggestInterval(daily(false, false, false));
  expect(days).toBe(2);
  expect(reason).toBe('no change in 3 visits over 3 days');
});

test('one change in ten days: about a week', () => {
  const { days, reason } = suggestInterval(daily(true, ...new Array<boolean>(9).fill(false)));
  expect(days).toBeGreaterThan(5);
  expect(days).toBeLessThan(9);
  expect(reason).toMatch(/^1 of 10 visits found a change/);
});

test('visits seconds apart do not tell how often a page changes', () => {
  const samples = [true, false].map((hasChanged) => ({ days: 5 / 86_400, hasChanged }));
  expect(suggestInterval(samples)).toEqual({ days: 1 / 24, reason: '1 of 2 visits found a change' });
});

test('limits hold', () => {
  expect(suggestInterval([{ days: 900, hasChanged: false }]).days).toBe(60);
  expect(suggestInterval([]).days).toBe(1 / 24);
});

test.each([
  [30, '30 days'],
  [2.5, '2.5 days'],
  [1, '1 day'],
  [1 / 16, '1.5 hours'],
  [1 / 1440, '1 minute'],
  [0.000001, '0.1 seconds'],
])('%d days are watched for %s', (days, shown) => {
  expect(suggestInterval([{ days, hasChanged: false }]).reason).toBe(`no change in 1 visit over ${shown}`);
});
