/** Times of several rounds of the same work, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly shortest: number;
  readonly longest: number;
}

export interface Rounds {
  /** By the clock. */
  readonly wall: Times;
  /**
   * Processor time of the main thread. On an idle machine it equals the time by the clock; on a busy one, only this says
   * something about the code.
   */
  readonly thread: Times;
}

/** Warms up, then measures. */
export function measureRounds(work: () => unknown, { warmUp = 2, rounds = 7 } = {}): Rounds {
  for (let i = 0; i < warmUp; i++) work();
  const wall: number[] = [];
  const thread: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = process.threadCpuUsage();
    const start = performance.now();
    work();
    wall.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    thread.push((user + system) / 1000);
  }
  return { wall: timesOf(wall), thread: timesOf(thread) };
}

export function timesOf(values: readonly number[]): Times {
  return { median: median(values), shortest: Math.min(...values), longest: Math.max(...values) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
