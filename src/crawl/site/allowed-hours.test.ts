import { describe, expect, it } from 'vitest';
import { untilAllowed } from './allowed-hours.ts';

const HOUR = 3_600_000;
const night = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };
const day = { from: '09:00', to: '17:00', zone: 'UTC' };

describe('the hours in which requests are allowed', () => {
  it.each([
    ['2026-01-10T21:30:00Z', 0], // 22:30 in Berlin
    ['2026-01-10T04:59:59Z', 0],
    ['2026-01-10T05:00:00Z', 16 * HOUR],
    ['2026-07-10T04:00:00Z', 16 * HOUR], // summer: two hours ahead
    ['2026-01-10T20:59:00Z', 60_000],
  ])('a window that goes past midnight, at %s', (at, wait) => {
    expect(untilAllowed([night], Date.parse(at))).toBe(wait);
  });

  it('with several windows, the next one counts', () => {
    expect(untilAllowed([night, day], Date.parse('2026-01-10T08:00:00Z'))).toBe(HOUR);
    expect(untilAllowed([night, day], Date.parse('2026-01-10T16:59:59Z'))).toBe(0);
  });

  it('without windows, or with the whole day, there is no wait', () => {
    expect(untilAllowed([], 0)).toBe(0);
    expect(
      untilAllowed([{ from: '00:00', to: '24:00', zone: 'UTC' }], Date.parse('2026-01-10T23:59:59Z')),
    ).toBe(0);
  });
});
