import type { CrawlEvent } from '../../../src/crawl/engine/crawl-event.ts';
import type { CrawlEnding } from '../../../src/crawl/engine/crawl-progress.ts';
import type { RunSettings } from '../../../src/crawl/run/run-settings.ts';
import type { LeftOut } from '../../../src/crawl/tables/run.ts';
import type { PageVisit } from '../../../src/crawl/tables/visit.ts';
import type { Store } from '../../../src/database/store.ts';
import { runSite } from './runs/run-site.ts';

/** The result of a crawl, in the form that tests compare. */
export interface CrawlOutcome {
  readonly ending: CrawlEnding;
  readonly events: readonly CrawlEvent[];
  /** Identity to SHA-256 of every page that was visited without error. */
  readonly kept: ReadonlyMap<string, string>;
  /** Every visit of the newest run. */
  readonly visits: readonly PageVisit[];
  readonly leftOut: readonly LeftOut[];
}

export interface Scenario {
  readonly store: Store;
  readonly url: string | null;
  readonly settings?: Partial<RunSettings>;
  readonly project?: string;
  readonly onEvent?: (event: CrawlEvent) => void;
  readonly signal?: AbortSignal;
}

/** Crawls through the library, as the command line does. */
export async function crawl(scenario: Scenario): Promise<CrawlOutcome> {
  const { store, url, settings = {}, project = 'site', onEvent, signal } = scenario;
  const events: CrawlEvent[] = [];
  const ending = await runSite(store, {
    project,
    url,
    settings: { twin: false, ...settings }, // requests are counted here
    onEvent: (event) => {
      events.push(event);
      onEvent?.(event);
    },
    signal: signal ?? new AbortController().signal,
  });
  return { ending, events, ...(await readBack(store, project)) };
}

/** What the store holds of a project. */
export async function readBack(
  store: Store,
  name: string,
): Promise<Pick<CrawlOutcome, 'kept' | 'visits' | 'leftOut'>> {
  const project = await store.projects.find(name);
  const run = project === null ? null : await store.runs.latest(project.id);
  if (project === null || run === null) return { kept: new Map(), visits: [], leftOut: [] };
  const kept = new Map<string, string>();
  for (let after = 0; ; ) {
    const pages = await store.pages.list(project.id, { after, limit: 1000 });
    for (const { identity, sha256 } of pages) kept.set(identity, Buffer.from(sha256 ?? []).toString('hex'));
    const last = pages.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  const visits: PageVisit[] = [];
  for (let after = 0; ; ) {
    const part = await store.visits.ofRun(run.id, { after, limit: 1000 });
    visits.push(...part);
    const last = part.at(-1);
    if (last === undefined) break;
    after = last.pageId;
  }
  return { kept, visits, leftOut: await store.runs.leftOut(run.id) };
}

/** The paths of what was kept, in order. */
export function keptPaths({ kept }: Pick<CrawlOutcome, 'kept'>): readonly string[] {
  return [...kept.keys()].map((url) => url.replace(/^https?:\/\/[^/]+/, '')).sort();
}

/** The reason why URLs were left out, and how many of them. */
export function leftOutCount({ leftOut }: Pick<CrawlOutcome, 'leftOut'>, reason: string): number {
  return leftOut.find((entry) => entry.reason === reason)?.count ?? 0;
}
