import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchdog } from './paced-transfer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const watched = () => {
  const times: number[] = [];
  return { times, check: (now: number) => void times.push(now) };
};

test.each([
  [100, 25],
  [8, 5],
  [60_000, 250],
])('with a shortest limit of %i ms it looks every %i ms', (shortest, tick) => {
  const start = Date.now();
  const watchdog = new Watchdog(shortest, () => Date.now() - start);
  const item = watched();
  watchdog.add(item);
  vi.advanceTimersByTime(tick * 3);
  expect(item.times).toEqual([tick, tick * 2, tick * 3]);
  watchdog.stop();
});

test('what is done is not looked at, and without work there is no timer', () => {
  const watchdog = new Watchdog(100, () => 0);
  const [one, two] = [watched(), watched()];
  watchdog.add(one);
  watchdog.add(two);
  watchdog.delete(one);
  vi.advanceTimersByTime(25);
  expect([one.times.length, two.times.length]).toEqual([0, 1]);
  watchdog.delete(two);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(25);
  expect(vi.getTimerCount()).toBe(0);
  watchdog.add(one);
  vi.advanceTimersByTime(25);
  expect(one.times).toHaveLength(1);
  watchdog.stop();
  expect(vi.getTimerCount()).toBe(0);
});
