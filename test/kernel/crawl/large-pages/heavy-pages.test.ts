import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { type HeavyKind, heavyKinds } from './heavy-pages.ts';
import type { MeasuredComparison } from './measured-comparison.ts';

const run = promisify(execFile);
/** As much for half of the size as `npm run bench -- budgets` asks of 10 MB: when memory is collected depends on the machine. */
const MOST_MEMORY = 400;

// In processes of their own: the memory of this one also holds Vitest. How long it takes is measured by `npm run bench -- budgets`.
async function measured(kind: HeavyKind, ...args: readonly string[]): Promise<readonly MeasuredComparison[]> {
  const script = join(import.meta.dirname, 'measured-comparison.ts');
  const { stdout } = await run(process.execPath, [script, kind, ...args]);
  return JSON.parse(stdout) as readonly MeasuredComparison[];
}

/** Of up to three measurements: garbage that was not collected yet counts too, and differs from one to the next. */
async function leastMemory(kind: HeavyKind): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least >= MOST_MEMORY; n++) {
    const [whole] = await measured(kind, '5000000');
    least = Math.min(least, whole?.memoryMb ?? least);
  }
  return least;
}

test.each(Object.keys(heavyKinds) as HeavyKind[])(
  'comparing %s takes at most 12 times as many steps for 10 times the size, and bounded memory',
  async (kind) => {
    const steps = (await measured(kind, shortOrLong('20000,200000', '40000,400000'), 'steps')).map(
      (each) => each.steps ?? 0,
    );
    const [small, large] = steps as [number, number];
    // A counter that counts nothing would pass.
    expect(small).toBeGreaterThan(shortOrLong(50_000, 100_000));
    expect(large / small).toBeLessThan(12);
    expect(await leastMemory(kind)).toBeLessThan(MOST_MEMORY);
  },
);
