import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interruption } from './interruption.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Other test files of this process may have listeners that would end it. */
let others: readonly (readonly NodeJS.SignalsListener[])[];
beforeEach(() => {
  others = signals.map((name) => process.listeners(name));
  for (const name of signals) process.removeAllListeners(name);
});
afterEach(() => {
  for (const [place, name] of signals.entries())
    for (const listener of others[place] ?? []) process.on(name, listener);
  vi.restoreAllMocks();
});

test('the first Ctrl-C lets the work end, the second ends the process, and one that is passed on twice is one', () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  let notes = 0;
  const { signal, onStop, release } = interruption(() => notes++);
  const stops: string[] = [];
  onStop(() => stops.push('then'));
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
  onStop(() => stops.push('late'));
  expect(stops).toEqual(['then', 'late']);
  release();
  expect(process.listenerCount('SIGINT')).toBe(0);
});
