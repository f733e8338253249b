import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodStart, periodsBetween, periodUnits, readableUnit } from './periods.ts';

const time = (text: string): number => Date.parse(`${text}Z`);

test.each([
  ['hour', '2026-11-17T10:59:59', '2026-11-17T10:00'],
  ['day', '2026-11-17T10:59', '2026-11-17T00:00'],
  ['week', '2026-11-16T00:00', '2026-11-16T00:00'],
  ['week', '2026-11-22T23:59', '2026-11-16T00:00'],
  ['month', '2026-12-31T23:59', '2026-12-01T00:00'],
  ['year', '2026-12-31T23:59', '2026-01-01T00:00'],
] as const)('the %s of %s begins at %s', (unit, at, start) => {
  expect(periodStart(time(at), unit)).toBe(time(start));
});

test('every moment is in one of the periods between two moments around it', () => {
  const moment = fc.integer({ min: 0, max: time('2100-01-01T00:00') });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 0, max: 60 * 86_400_000 }),
      fc.constantFrom(...periodUnits),
      (at, length, unit) => {
        const starts = periodsBetween(at, at + length, unit);
        expect(starts[0]).toBe(periodStart(at, unit));
        expect(starts.at(-1)).toBe(periodStart(at + length, unit));
        expect(starts.map((start) => periodStart(start, unit))).toEqual(starts);
      },
    ),
    { seed: 3, numRuns: 300 },
  );
});

test('the shortest periods are chosen of which there are not too many', () => {
  const from = time('2026-01-01T00:00');
  const until = (text: string) => readableUnit(from, time(text), 12);
  expect(until('2026-01-01T11:00')).toBe('hour');
  expect(until('2026-01-01T12:00')).toBe('day');
  expect(until('2026-01-14T00:00')).toBe('week');
  expect(until('2026-09-01T00:00')).toBe('month');
  expect(until('2036-09-01T00:00')).toBe('year');
  expect(until('2086-09-01T00:00')).toBe('year');
});
