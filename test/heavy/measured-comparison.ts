// Compares two versions of large pages of one kind, and prints what each size took: `measured-comparison.ts KIND SIZES`.
import { keepHeapSmall } from '../../src/cli/crawl/small-heap.ts';
import { type HeavyKind, heavyPage } from './heavy-pages.ts';
import { StepCounter } from './step-counter.ts';

/** What comparing pages of one size took. */
export interface MeasuredComparison {
  readonly bytes: number;
  readonly steps: number;
  /** The highest so far. */
  readonly memoryMb: number;
}

const [kind = 'random words', sizes = ''] = process.argv.slice(2) as [HeavyKind, string];
keepHeapSmall();
const counter = await StepCounter.start();
const { compareHeavy } = await import('./compare-heavy.ts');

const measured: MeasuredComparison[] = [];
for (const bytes of sizes.split(',').map(Number)) {
  const [before, after] = [heavyPage(kind, 1, bytes), heavyPage(kind, 2, bytes)];
  const steps = await counter.count(() => compareHeavy(kind, before, after));
  measured.push({ bytes, steps, memoryMb: process.resourceUsage().maxRSS / 1024 });
}
process.stdout.write(JSON.stringify(measured));
