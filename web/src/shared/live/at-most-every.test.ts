import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call acts at once, those after it together, and the last one is never lost', () => {
  let acted = 0;
  const act = atMostEvery(100, () => acted++);
  act();
  expect(acted).toBe(1);
  act();
  act();
  expect(acted).toBe(1);
  vi.advanceTimersByTime(100);
  expect(acted).toBe(2);
  vi.advanceTimersByTime(1000);
  expect(acted).toBe(2);
  act();
  expect(acted).toBe(3);
});
