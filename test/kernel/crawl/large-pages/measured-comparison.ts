// Compares two versions of large pages of one kind, and prints what each size took: `measured-comparison.ts KIND SIZES [steps]`.
import { keepHeapSmall } from '../../../../src/cli/crawl/small-heap.ts';
import { type HeavyKind, heavyPage } from './heavy-pages.ts';
import { peakMemoryMb } from './peak-memory.ts';
import { StepCounter } from './step-counter.ts';

/** What comparing pages of one size took. */
export interface MeasuredComparison {
  readonly bytes: number;
  /** Null unless they were to be counted: counting takes several times as long. */
  readonly steps: number | null;
  /** The highest so far. */
  readonly memoryMb: number;
}

const [kind = 'random words', sizes = '', what = ''] = process.argv.slice(2) as [HeavyKind, string, string];
keepHeapSmall();
const counter = what === 'steps' ? await StepCounter.start() : null;
const { compareHeavy } = await import('./compare-heavy.ts');

const measured: MeasuredComparison[] = [];
for (const bytes of sizes.split(',').map(Number)) {
  const [before, after] = [heavyPage(kind, 1, bytes), heavyPage(kind, 2, bytes)];
  const compare = () => compareHeavy(kind, before, after);
  const steps = (await counter?.count(compare)) ?? null;
  if (counter === null) compare();
  measured.push({ bytes, steps, memoryMb: peakMemoryMb() });
}
process.stdout.write(JSON.stringify(measured));
