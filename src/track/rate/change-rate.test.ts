import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Dice } from '../../base/index.ts';
import {
  estimateChangeRate,
  packSamples,
  type RateSample,
  sampledDays,
  unpackSamples,
} from './change-rate.ts';

/** Visits of a page that changes as a Poisson process. */
function visits(rate: number, intervals: readonly number[], dice: Dice): readonly RateSample[] {
  return intervals.map((days) => ({ days, hasChanged: dice.next() < -Math.expm1(-rate * days) }));
}

function meanEstimate(rate: number, intervalOf: (dice: Dice) => number, count: number): number {
  let sum = 0;
  for (let page = 0; page < 400; page++) {
    const dice = new Dice(page * 977 + 5);
    const intervals = Array.from({ length: count }, () => intervalOf(dice));
    sum += estimateChangeRate(visits(rate, intervals, dice)).perDay;
  }
  return sum / 400;
}

describe('the rate of simulated pages (B13)', () => {
  test.each([0.02, 0.1, 0.5, 1])('%d changes a day, visited daily', (rate) => {
    expect(meanEstimate(rate, () => 1, 60)).toBeGreaterThan(rate * 0.93);
    expect(meanEstimate(rate, () => 1, 60)).toBeLessThan(rate * 1.07);
  });

  test.each([0.05, 0.3, 1])('%d changes a day, visited irregularly', (rate) => {
    const estimate = meanEstimate(rate, (dice) => 0.1 + dice.next() * 4, 60);
    expect(estimate).toBeGreaterThan(rate * 0.93);
    expect(estimate).toBeLessThan(rate * 1.07);
  });

  test('counting changes alone would underestimate a page that changes fast', () => {
    const dice = new Dice(1);
    const samples = visits(2, new Array<number>(200).fill(1), dice);
    const { perDay, changes, visits: count } = estimateChangeRate(samples);
    expect(changes / count).toBeLessThan(0.95);
    expect(perDay).toBeGreaterThan(1.6);
  });
});

test('equal intervals give the published bias-corrected estimator', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
      fc.double({ min: 0.1, max: 30, noNaN: true }),
      (n, x, interval) => {
        const changed = Math.min(x, n);
        const samples = Array.from({ length: n }, (_, i) => ({ days: interval, hasChanged: i < changed }));
        const published = -Math.log((n - changed + 0.5) / (n + 0.5)) / interval;
        expect(estimateChangeRate(samples).perDay).toBeCloseTo(published, 6);
      },
    ),
    { seed: 4 },
  );
});

test('the order of visits makes no difference, and more changes never lower the rate', () => {
  const sample = fc.record({
    days: fc.double({ min: 0.01, max: 50, noNaN: true }),
    hasChanged: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 20 }), (samples) => {
      const { perDay } = estimateChangeRate(samples);
      expect(estimateChangeRate(samples.toReversed()).perDay).toBeCloseTo(perDay, 8);
      const all = samples.map(({ days }) => ({ days, hasChanged: true }));
      expect(estimateChangeRate(all).perDay).toBeGreaterThanOrEqual(perDay * (1 - 1e-9));
    }),
    { seed: 5 },
  );
});

test('no visits, no rate', () => {
  expect(estimateChangeRate([])).toEqual({ perDay: 0, visits: 0, changes: 0 });
});

test('visits that are counted together give the same rate as visits one by one', () => {
  const many: readonly RateSample[] = [
    { days: 7, hasChanged: true, count: 3 },
    { days: 7, hasChanged: false, count: 20 },
    { days: 2, hasChanged: true, count: 1 },
    { days: 2, hasChanged: false, count: 0 },
  ];
  const single = many.flatMap(({ days, hasChanged, count = 1 }) =>
    Array.from({ length: count }, () => ({ days, hasChanged })),
  );
  const { perDay, ...facts } = estimateChangeRate(many);
  const expected = estimateChangeRate(single);
  expect(facts).toEqual({ visits: expected.visits, changes: expected.changes });
  expect(perDay).toBeCloseTo(expected.perDay, 9);
});

test('packed samples come back', () => {
  const samples = [
    { days: 1, hasChanged: false },
    { days: 0.5, hasChanged: true },
    { days: 30, hasChanged: false },
  ];
  expect(unpackSamples(packSamples(samples))).toEqual(samples);
  expect(unpackSamples(null)).toEqual([]);
});

test('a change after no time at all is kept as a change', () => {
  expect(unpackSamples(packSamples([{ days: 0, hasChanged: true }]))[0]).toMatchObject({ hasChanged: true });
});

test('only the newest 64 visits are kept', () => {
  const samples = Array.from({ length: 100 }, (_, day) => ({ days: day + 1, hasChanged: false }));
  const kept = unpackSamples(packSamples(samples));
  expect(kept).toHaveLength(64);
  expect(kept.at(-1)?.days).toBe(100);
});

test('the time between two visits is kept to within 0.4 %, and whole days exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 11 }), (ms) => {
      const exact = ms / 86_400_000;
      expect(Math.abs(sampledDays(ms) - exact)).toBeLessThanOrEqual(exact * 0.004);
    }),
    { seed: 6 },
  );
  for (let days = 0; days <= 256; days++) expect(sampledDays(days * 86_400_000)).toBe(days);
  expect(sampledDays(-5)).toBe(0);
});

test('files that were visited within a minute, a day ago, share their history', () => {
  const day = 86_400_000;
  expect(new Set([0, 20_000, 60_000].map((ms) => sampledDays(day + ms))).size).toBe(1);
});
