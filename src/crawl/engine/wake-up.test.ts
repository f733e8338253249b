import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WakeUp } from './crawl-engine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const called = () => {
  const call = vi.fn<() => void>();
  return { call, wake: new WakeUp(call) };
};

test('the earliest of the times that were asked for counts', () => {
  const { call, wake } = called();
  wake.wakeIn(300);
  wake.wakeIn(100);
  wake.wakeIn(200);
  vi.advanceTimersByTime(99);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledOnce();
});

test('after a call it waits until it is asked again', () => {
  const { call, wake } = called();
  wake.wakeIn(0);
  vi.advanceTimersByTime(1000);
  expect(call).toHaveBeenCalledOnce();
  wake.wakeIn(50);
  vi.advanceTimersByTime(50);
  expect(call).toHaveBeenCalledTimes(2);
});

test('no wait is longer than a minute, which timers can keep', () => {
  const { call, wake } = called();
  wake.wakeIn(1e12);
  vi.advanceTimersByTime(60_000);
  expect(call).toHaveBeenCalledOnce();
});

test('what is cancelled is not called', () => {
  const { call, wake } = called();
  wake.wakeIn(10);
  wake.cancel();
  vi.advanceTimersByTime(1000);
  expect(call).not.toHaveBeenCalled();
});
