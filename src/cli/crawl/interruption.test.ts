import { afterEach, expect, test, vi } from 'vitest';
import { interruption } from './interruption.ts';

afterEach(() => vi.restoreAllMocks());

test('the first Ctrl-C lets the work end, the second ends the process, and one that is passed on twice is one', () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  let notes = 0;
  const { signal, release } = interruption(() => notes++);
  expect(signal.aborted).toBe(false);
  process.emit('SIGINT');
  expect(signal.aborted).toBe(true);
  now += 300;
  process.emit('SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  now += 1;
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  expect(notes).toBe(1);
  release();
  expect(process.listenerCount('SIGINT')).toBe(0);
});
