import { describe, expect, test } from 'vitest';
import { defaultTransferLimits, TransferClock } from './paced-transfer.ts';

const limits = {
  ...defaultTransferLimits,
  firstByteTimeoutMs: 1000,
  rateWindowMs: 1000,
  minBytesPerSecond: 100,
  totalTimeoutMs: 100_000,
};

function clockAt(now: number) {
  const codes: string[] = [];
  const clock = new TransferClock('x://h/f', limits, now, ({ code }) => codes.push(code));
  return { clock, codes };
}

describe('the clock of a transfer', () => {
  test('allows a second for the first byte', () => {
    const { clock, codes } = clockAt(0);
    clock.check(999);
    expect(codes).toEqual([]);
    clock.check(1000);
    expect(codes).toEqual(['FETCH_TIMEOUT_HEADERS']);
  });

  test('measures the rate from the first byte on', () => {
    const { clock, codes } = clockAt(0);
    clock.received(1, 900);
    clock.resume(900);
    clock.check(1899);
    expect(codes).toEqual([]);
    clock.check(1900);
    expect(codes).toEqual(['FETCH_TOO_SLOW']);
  });

  test('wants enough bytes in each window, however many came before', () => {
    const { clock, codes } = clockAt(0);
    clock.received(1_000_000, 0);
    clock.resume(0);
    clock.check(1000);
    clock.received(100, 1500);
    clock.resume(1500);
    clock.check(2000);
    expect(codes).toEqual([]);
    clock.check(3000);
    expect(codes).toEqual(['FETCH_TOO_SLOW']);
  });

  test('does not count the time that we take ourselves', () => {
    const { clock, codes } = clockAt(0);
    clock.received(1000, 0);
    for (let now = 0; now <= 50_000; now += 250) clock.check(now);
    clock.resume(50_200);
    clock.check(50_999);
    expect(codes).toEqual([]);
    clock.check(51_000);
    expect(codes).toEqual(['FETCH_TOO_SLOW']);
  });

  test('counts all time for the whole file', () => {
    const { clock, codes } = clockAt(0);
    clock.received(1000, 0);
    clock.check(100_000);
    expect(codes).toEqual(['FETCH_TIMEOUT_TOTAL']);
  });
});
