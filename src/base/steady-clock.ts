/**
 * Whole milliseconds since 1970, as databases keep them, by a clock that nobody sets: what is awaited for seconds must not take an hour because the clock of the
 * machine was put back. One for each run: over months, and while a machine sleeps, it falls behind.
 */
export function steadyClock(): () => number {
  const origin = Date.now() - performance.now();
  return () => Math.floor(origin + performance.now());
}
