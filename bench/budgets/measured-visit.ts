// One visit of a site in a process of its own, which prints what it took: `measured-visit.ts URL DATA`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { keepHeapSmall } from '../../src/cli/crawl/small-heap.ts';
import { track } from '../../src/index.ts';
import { peakMemoryMb } from '../../test/kernel/crawl/large-pages/peak-memory.ts';

/** What a visit took. */
export interface MeasuredVisit {
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  /** The longest time in which nothing else could go on. */
  readonly blockedMs: number;
  readonly pages: Readonly<Record<string, string>>;
}

const [url = '', data = '', most = 'Infinity'] = process.argv.slice(2);
keepHeapSmall();
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const before = process.cpuUsage();
const pages: Record<string, string> = {};
await track(url, {
  data,
  ...(most !== 'Infinity' && { maxPages: Number(most) }),
  onEvent: (event) => {
    if (event.event === 'page') pages[new URL(event.url).pathname] = `${event.flag}: ${event.reason}`;
  },
});
const { user, system } = process.cpuUsage(before);
const measured: MeasuredVisit = {
  cpuSeconds: (user + system) / 1e6,
  memoryMb: peakMemoryMb(),
  blockedMs: delays.max / 1e6,
  pages: Object.fromEntries(Object.entries(pages).slice(0, 5)),
};
console.log(JSON.stringify(measured));
