import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type HeavyKind, heavyKinds } from './heavy-pages.ts';
import type { MeasuredComparison } from './measured-comparison.ts';

const run = promisify(execFile);
/** As much for half of the size as `npm run bench -- budgets` asks of 10 MB: when memory is collected depends on the machine. */
const MOST_MEMORY = 400;
const sizes = [50_000, 500_000, 5_000_000];

// In a process of its own: the memory of this one also holds Vitest. How long it takes is measured by `npm run bench -- budgets`.
test.each(Object.keys(heavyKinds) as HeavyKind[])(
  'comparing %s takes at most 12 times as many steps for 10 times the size, and bounded memory',
  async (kind) => {
    const script = join(import.meta.dirname, 'measured-comparison.ts');
    const { stdout } = await run(process.execPath, [script, kind, sizes.join(',')]);
    const measured = JSON.parse(stdout) as readonly MeasuredComparison[];
    const [small, medium, large] = measured.map(({ steps }) => steps) as [number, number, number];
    // A counter that counts nothing would pass.
    expect(small).toBeGreaterThan(sizes[0] as number);
    expect(medium / small).toBeLessThan(12);
    expect(large / medium).toBeLessThan(12);
    expect(measured.at(-1)?.memoryMb).toBeLessThan(MOST_MEMORY);
  },
);
