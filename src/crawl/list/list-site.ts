import { type PageVisited, pageEvent } from '../engine/crawl-event.ts';
import { type CrawlEnding, type CrawlProgress, limitReached, VisitCounts } from '../engine/crawl-progress.ts';
import { LeftOutCounts } from '../frontier/left-out-counts.ts';
import type { JudgedVisit } from '../visit-observer.ts';
import { FileComparer, FileReader } from './compare-files.ts';
import type { ListSiteOptions, Stopped } from './list-options.ts';
import { queueFiles } from './queue-files.ts';
import { sortFiles } from './sort-files.ts';
import { listTrees } from './tree-listing.ts';
import { FileVisits } from './visit-files.ts';
import { GoneSite, Visitors } from './visitors.ts';

/**
 * A run over protocols that list before they fetch (B1, figures 4-3, 4-5 and 4-9 of B), in this order: list the trees,
 * queue the files, sort out those that need no fetch, fetch the rest, report the missing ones. A resumed run lists again,
 * and continues with what is left in its frontier.
 */
export class ListSite {
  readonly #options: ListSiteOptions;
  readonly #started: number;
  readonly #counts = new VisitCounts();
  readonly #visitors: Visitors;
  #fetched = 0;
  #bytes = 0;
  #queued = 0;

  constructor(options: ListSiteOptions) {
    const { start, connections, attempts, now } = options;
    this.#options = options;
    this.#started = now();
    this.#visitors = new Visitors(start, { most: connections, attempts });
  }

  /** Throws when the run cannot continue: a refused log-in, a full disk. */
  async run(): Promise<CrawlEnding> {
    const { receiver, signal } = this.#options;
    const reader = new FileReader();
    let stopped: Stopped | null;
    try {
      stopped = await this.#stages(reader);
    } catch (error) {
      if (!signal.aborted) throw error;
      stopped = { reason: INTERRUPTED, isTrouble: false };
    } finally {
      await this.#visitors.close();
      await reader.close();
    }
    const state = stopped === null ? 'finished' : 'paused';
    if (state === 'finished') await receiver.clear();
    const { reason = null, isTrouble = false } = stopped ?? {};
    return { state, reason, resumeAt: null, ...(isTrouble && { isTrouble }), ...this.progress() };
  }

  progress(): CrawlProgress {
    const ms = this.#options.now() - this.#started;
    return { ...this.#counts, bytes: this.#bytes, queued: this.#queued, inFlight: 0, hosts: 1, ms };
  }

  /** Why the run pauses; null when it is finished. */
  async #stages(reader: FileReader): Promise<Stopped | null> {
    const options = this.#options;
    const { store, run, trees, signal } = options;
    const visitors = this.#visitors;
    const leftOut = new LeftOutCounts();
    const [{ root = '' } = {}] = trees;
    const gone = new GoneSite(() => visitors.use((visitor) => visitor.list(root)));
    const listing = await listTrees({ ...options, leftOut, visitors, gone });
    if ('gone' in listing)
      return { reason: signal.aborted ? INTERRUPTED : listing.gone, isTrouble: !signal.aborted };
    const { unseen, unchanged } = await queueFiles({ ...options, listing, leftOut });
    this.#queued = unchanged.length + (await store.frontier.count(run.id));
    options.onEvent({ event: 'listed', queued: this.#queued });
    this.#report(unchanged);
    const onVisits = (visits: readonly JudgedVisit[]) =>
      this.#report(visits.map(({ page, visit }) => pageEvent(page, visit, 0)));
    const sorted = await sortFiles({ ...options, listing, unseen, onVisits });
    const visits = new FileVisits(
      {
        ...options,
        visitors,
        gone,
        listing,
        comparer: new FileComparer(store.contents, reader, options.comparison),
        onVisits,
        onBytes: (bytes) => {
          this.#bytes += bytes;
          this.#fetched++;
        },
        left: () => options.limits.pages - this.#fetched,
        stopped: () => this.#stopped(),
      },
      sorted,
    );
    return visits.run();
  }

  #stopped(): string | null {
    const { signal, limits, now } = this.#options;
    if (signal.aborted) return INTERRUPTED;
    const used = { pages: this.#fetched, bytes: this.#bytes, ms: now() - this.#started };
    return limitReached(limits, used, 'files');
  }

  #report(visited: readonly PageVisited[]): void {
    const { onEvent } = this.#options;
    for (const event of visited) {
      this.#queued--;
      this.#counts.add(event);
      onEvent(event);
    }
  }
}

const INTERRUPTED = 'interrupted';
