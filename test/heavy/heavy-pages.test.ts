import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type HeavyKind, heavyKinds } from './heavy-pages.ts';
import type { MeasuredComparison } from './measured-comparison.ts';

const run = promisify(execFile);
/** A million lines of two words have more parts than any other kind; of random bytes, each byte becomes a sign of two or three. */
const mostMemory = (kind: HeavyKind): number => (/^(?:lines of text|random bytes)$/.test(kind) ? 450 : 400);
const sizes = [100_000, 1_000_000, 10_000_000];

// In a process of its own: the memory of this one also holds Vitest. `npm run bench -- budgets` measures whole visits.
test.each(Object.keys(heavyKinds) as HeavyKind[])(
  'comparing %s takes at most 12 times as long for 10 times the size, and bounded memory',
  async (kind) => {
    const script = join(import.meta.dirname, 'measured-comparison.ts');
    const { stdout } = await run(process.execPath, [script, kind, sizes.join(',')]);
    const measured = JSON.parse(stdout) as readonly MeasuredComparison[];
    const [small, medium, large] = measured.map(({ cpuSeconds }) => cpuSeconds) as [number, number, number];
    expect(medium / small).toBeLessThan(12);
    expect(large / medium).toBeLessThan(12);
    expect(measured.at(-1)?.memoryMb).toBeLessThan(mostMemory(kind));
  },
);
