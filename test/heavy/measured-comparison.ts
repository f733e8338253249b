// Reads and compares two versions of large pages of one kind, and prints what each size took: `measured-comparison.ts KIND SIZES`.
import { finished } from '../../src/base/index.ts';
import { keepHeapSmall } from '../../src/cli/crawl/small-heap.ts';
import { readInPieces } from '../../src/document/index.ts';
import {
  asWritten,
  comparableVersion,
  compareInBulk,
  judgeChanges,
  partsInBulk,
  SeenMemory,
  type Snapshot,
  snapshotOf,
  tellChanges,
  visitBudget,
} from '../../src/track/index.ts';
import { type HeavyKind, heavyPage, heavyType } from './heavy-pages.ts';

/** What comparing pages of one size took. */
export interface MeasuredComparison {
  readonly bytes: number;
  readonly cpuSeconds: number;
  /** The highest so far. */
  readonly memoryMb: number;
}

keepHeapSmall();
const [kind = 'random words', sizes = ''] = process.argv.slice(2) as [HeavyKind, string];

function read(page: Buffer): Snapshot {
  return snapshotOf(finished(readInPieces(page, heavyType(kind))).leaves, null);
}

/** All that a second visit does with two versions, with a further fetch that shows the same. */
function compare(before: Buffer, after: Buffer): void {
  const [last, now] = [read(before), read(after)];
  const comparable = finished(comparableVersion(last, now, asWritten, visitBudget));
  const judged =
    comparable === null
      ? finished(compareInBulk(last, now, partsInBulk(read(after), asWritten)))
      : { level: 'changed' as const, judged: judgeChanges(comparable, now, []) };
  if (judged.level !== 'changed' || judged.judged === undefined) throw new Error('nothing has changed');
  tellChanges(judged.judged, { last, now, identity: asWritten });
  if (now.leaves !== undefined) SeenMemory.empty.withLeaves(now.leaves).toBytes();
}

function measure(bytes: number): MeasuredComparison {
  const [before, after] = [heavyPage(kind, 1, bytes), heavyPage(kind, 2, bytes)];
  const rounds = bytes < 5_000_000 ? 3 : 1;
  const taken = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    compare(before, after);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  });
  taken.sort((a, b) => a - b);
  const cpuSeconds = taken[taken.length >> 1] as number;
  return { bytes, cpuSeconds, memoryMb: process.resourceUsage().maxRSS / 1024 };
}

const measured = sizes.split(',').map((size) => measure(Number(size)));
process.stdout.write(JSON.stringify(measured));
