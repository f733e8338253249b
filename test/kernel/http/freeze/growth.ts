/** What the CPU of this thread spent, in milliseconds: other programs of the machine do not count. */
export function cpuOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** On the machine that the limits below were chosen on, the unit takes so many milliseconds of CPU. */
const REFERENCE_UNIT = 25;

/** How many times slower this machine is than that one; at least 1. */
export function slowness(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = cpuOfThread();
    const words = new Map<string, number>();
    for (let n = 0; n < 150_000; n++) words.set(`w${n % 5000}`, n);
    best = Math.min(best, cpuOfThread() - before);
  }
  return Math.max(best / REFERENCE_UNIT, 1);
}

export interface Growth {
  readonly once: number;
  readonly twice: number;
}

/** More for twice the size is not linear. */
export const MOST_GROWTH = 2.5;

/** What takes less than this, in milliseconds, is not measured well enough to compare. */
const TOO_QUICK = 120;

/**
 * Measures work at a size and at twice that size, again while it looks worse than linear: collecting garbage at the wrong moment costs as much as
 * the work. Returns null for what is linear or quick.
 */
export async function growthBeyondLinear(
  cost: (times: 1 | 2) => Promise<number>,
  slow: number,
  attempts = 4,
): Promise<Growth | null> {
  let [once, twice] = [0, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The least of the larger size, and the most of the smaller one, is what the code needs at least for twice as much.
    once = Math.max(once, await cost(1));
    twice = Math.min(twice, await cost(2));
    if (twice < TOO_QUICK * slow || twice <= MOST_GROWTH * once) return null;
  }
  return { once, twice };
}
