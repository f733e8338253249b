import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSite, ServedRequest } from './bench-site.ts';
import type { Contender } from './contender.ts';
import { runCommand } from './run-command.ts';

/** One crawl of the whole site by one contender. */
export interface CrawlFigures {
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number | null;
  readonly memoryMb: number | null;
  readonly fetched: FetchedSet;
}

/** What the server saw of a crawl. The crawl counts only when no page is missing. */
export interface FetchedSet {
  readonly missing: number;
  /** Pages requested more than once. */
  readonly repeated: number;
  /** Requests for anything but pages: pictures, robots.txt, missing files. */
  readonly others: number;
}

export async function measureCrawl(
  site: BenchSite,
  contender: Contender,
  folder: string,
): Promise<CrawlFigures> {
  const own = mkdtempSync(join(contender.savesIn ?? folder, 'tidemark-crawl-'));
  const out = join(own, 'out');
  mkdirSync(out);
  await site.takeRequests();
  const taken = await runCommand(contender.commandLine(site, out), own);
  const fetched = fetchedSet(await site.takeRequests(), site.pages);
  rmSync(own, { recursive: true, force: true });
  if (taken.exitCode !== 0)
    console.error(`${contender.name} ended with ${taken.exitCode}:\n${taken.said.slice(-600)}`);
  const pages = site.pages.size;
  return {
    pagesPerSecond: pages / taken.seconds,
    cpuMsPerPage: taken.cpuSeconds === null ? null : (taken.cpuSeconds * 1000) / pages,
    memoryMb: taken.memoryMb,
    fetched,
  };
}

export function fetchedSet(requests: readonly ServedRequest[], pages: ReadonlySet<string>): FetchedSet {
  const ofPages = requests.filter(({ path, status }) => status === 200 && pages.has(path));
  const distinct = new Set(ofPages.map(({ path }) => path)).size;
  return {
    missing: pages.size - distinct,
    repeated: ofPages.length - distinct,
    others: requests.length - ofPages.length,
  };
}

export function describeSet({ missing, repeated, others }: FetchedSet): string {
  const parts = [
    missing > 0 ? `${missing} MISSING` : 'all pages',
    ...(repeated > 0 ? [`${repeated} twice`] : []),
    ...(others > 0 ? [`${others} other requests`] : []),
  ];
  return parts.join(', ');
}
