import type { ListingSpider } from '../../fetch/index.ts';
import type { NewVisit } from '../../store/index.ts';
import type { CrawlEnding } from '../crawl-engine-options.ts';
import type { CrawlProgress } from '../crawl-event.ts';
import { LeftOutCounts } from '../left-out-counts.ts';
import { FileComparer } from './compare-files.ts';
import { FileReader } from './file-reader.ts';
import type { FileToVisit } from './file-to-visit.ts';
import type { ListSiteOptions } from './list-options.ts';
import { queueFiles } from './queue-files.ts';
import { sortFiles } from './sort-files.ts';
import { listTrees } from './tree-listing.ts';
import { FileVisits } from './visit-files.ts';

/**
 * A run over protocols that list before they fetch (B1, figures 4-3, 4-5 and 4-9 of B), in this order: list the trees,
 * queue, sort out what needs no fetch, fetch the rest, tell what is gone. An interrupted run begins anew with the listing,
 * and goes on with what its frontier has left.
 */
export class ListSite {
  readonly #options: ListSiteOptions;
  readonly #started: number;
  readonly #counts = { pages: 0, errors: 0, leftOut: 0, bytes: 0 };
  #fetched = 0;
  #queued = 0;
  #spider: ListingSpider | null = null;

  constructor(options: ListSiteOptions) {
    this.#options = options;
    this.#started = options.now();
  }

  /** Throws what made going on impossible: a refused log-in, a full disk. */
  async run(): Promise<CrawlEnding> {
    const { store, run, receiver, now, signal } = this.#options;
    const reader = new FileReader();
    let stopped: string | null;
    try {
      stopped = await this.#stages(reader);
    } catch (error) {
      if (!signal.aborted) throw error;
      stopped = INTERRUPTED;
    } finally {
      await this.#spider?.close();
      await reader.close();
    }
    const state = stopped === null ? 'finished' : 'paused';
    if (state === 'finished') await receiver.clear();
    await store.runs.change(run.id, { state, at: now(), ...(stopped !== null && { pauseReason: stopped }) });
    const ending = { state, reason: stopped, ...this.progress() } as const;
    this.#options.onEvent({ event: 'ended', ...ending });
    return ending;
  }

  progress(): CrawlProgress {
    const ms = this.#options.now() - this.#started;
    return { ...this.#counts, queued: this.#queued, inFlight: 0, hosts: 1, ms };
  }

  /** Why the run pauses; null when all is done. */
  async #stages(reader: FileReader): Promise<string | null> {
    const options = this.#options;
    const { store, run, now, onQueued } = options;
    const leftOut = new LeftOutCounts();
    const listing = await listTrees({ ...options, leftOut, spider: () => this.#entered() });
    await queueFiles({ ...options, listing, leftOut });
    this.#queued = await store.frontier.count(run.id);
    onQueued(this.#queued);
    const onVisits = (visits: readonly (readonly [FileToVisit, NewVisit])[]) => this.#tell(visits);
    const sorted = await sortFiles({ store, run, listing, now, onVisits });
    const visits = new FileVisits(
      {
        ...options,
        listing,
        comparer: new FileComparer(store.contents, reader, options.comparison),
        first: this.#spider,
        onVisits,
        onBytes: (bytes) => {
          this.#counts.bytes += bytes;
          this.#fetched++;
        },
        stopped: () => this.#stopped(),
      },
      sorted,
    );
    return visits.run();
  }

  /** The visitor who lists. */
  async #entered(): Promise<ListingSpider> {
    const { start, turn } = this.#options;
    const spider = this.#spider ?? (await start());
    this.#spider = spider;
    return {
      list: async (folder) => {
        await turn();
        return spider.list(folder);
      },
      fetch: (url, how) => spider.fetch(url, how),
      close: () => spider.close(),
    };
  }

  #stopped(): string | null {
    const { signal, limits, now } = this.#options;
    if (signal.aborted) return INTERRUPTED;
    if (this.#fetched >= limits.pages) return `${limits.pages} files fetched`;
    if (this.#counts.bytes >= limits.bytes) return `${limits.bytes} bytes fetched`;
    return now() - this.#started >= limits.ms ? `${Math.round(limits.ms / 1000)} seconds are over` : null;
  }

  #tell(visits: readonly (readonly [FileToVisit, NewVisit])[]): void {
    const { onEvent } = this.#options;
    for (const [{ page }, visit] of visits) {
      this.#queued--;
      if (visit.outcome === 'ok') this.#counts.pages++;
      else if (visit.outcome === 'error') this.#counts.errors++;
      else this.#counts.leftOut++;
      onEvent({
        event: 'page',
        url: page.url,
        status: null,
        outcome: visit.outcome,
        type: visit.type,
        bytes: visit.bytes ?? 0,
        links: 0,
        code: visit.errorCode,
        error: visit.errorMessage,
        flag: visit.flag,
        reason: visit.reason,
      });
    }
  }
}

const INTERRUPTED = 'interrupted';
