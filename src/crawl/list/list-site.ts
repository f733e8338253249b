import type { FileReceiver, ListingCapabilities } from '../../fetch/index.ts';
import type { FileScope, SubTree } from '../../project/index.ts';
import type { NewVisit, Run, Store } from '../../store/index.ts';
import { type CrawlEvent, pageEvent } from '../engine/crawl-event.ts';
import {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  limitReached,
  VisitCounts,
} from '../engine/crawl-progress.ts';
import { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { FileComparer, type FileComparison } from './compare-files.ts';
import { FileReader } from './file-reader.ts';
import type { FileToVisit } from './file-visit.ts';
import { queueFiles } from './queue-files.ts';
import { sortFiles } from './sort-files.ts';
import { listTrees } from './tree-listing.ts';
import { FileVisits } from './visit-files.ts';
import { type StartVisitor, Visitors } from './visitors.ts';

/**
 * A run over protocols that list before they fetch (B1, figures 4-3, 4-5 and 4-9 of B), in this order: list the trees,
 * queue, sort out what needs no fetch, fetch the rest, tell what is gone. An interrupted run begins anew with the listing,
 * and goes on with what its frontier has left.
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

  /** Throws what made going on impossible: a refused log-in, a full disk. */
  async run(): Promise<CrawlEnding> {
    const { receiver, signal } = this.#options;
    const reader = new FileReader();
    let stopped: string | null;
    try {
      stopped = await this.#stages(reader);
    } catch (error) {
      if (!signal.aborted) throw error;
      stopped = INTERRUPTED;
    } finally {
      await this.#visitors.close();
      await reader.close();
    }
    const state = stopped === null ? 'finished' : 'paused';
    if (state === 'finished') await receiver.clear();
    return { state, reason: stopped, ...this.progress() };
  }

  progress(): CrawlProgress {
    const ms = this.#options.now() - this.#started;
    return { ...this.#counts, bytes: this.#bytes, queued: this.#queued, inFlight: 0, hosts: 1, ms };
  }

  /** Why the run pauses; null when all is done. */
  async #stages(reader: FileReader): Promise<string | null> {
    const options = this.#options;
    const { store, run, now } = options;
    const visitors = this.#visitors;
    const leftOut = new LeftOutCounts();
    const listing = await listTrees({ ...options, leftOut, visitors });
    const unseen = await queueFiles({ ...options, listing, leftOut });
    this.#queued = await store.frontier.count(run.id);
    options.onEvent({ event: 'listed', queued: this.#queued });
    const onVisits = (visits: readonly (readonly [FileToVisit, NewVisit])[]) => this.#tell(visits);
    const sorted = await sortFiles({ store, run, listing, unseen, now, onVisits });
    const visits = new FileVisits(
      {
        ...options,
        visitors,
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

  #tell(visits: readonly (readonly [FileToVisit, NewVisit])[]): void {
    const { onEvent } = this.#options;
    for (const [{ page }, visit] of visits) {
      this.#queued--;
      this.#counts.add(visit);
      onEvent(pageEvent(page, visit, 0));
    }
  }
}

const INTERRUPTED = 'interrupted';

export interface ListSiteOptions {
  readonly store: Store;
  readonly run: Run;
  readonly capabilities: ListingCapabilities;
  readonly start: StartVisitor;
  readonly receiver: FileReceiver;
  readonly trees: readonly SubTree[];
  readonly scope: FileScope;
  readonly comparison: FileComparison;
  readonly limits: CrawlLimits;
  /** Connections at once, as far as the server allows. */
  readonly connections: number;
  readonly attempts: number;
  /** Returns when the next file or folder may be asked for. */
  readonly turn: () => Promise<void>;
  /** Only what is likely to have changed (B13). */
  readonly onlyDue: boolean;
  /** Takes secrets out of what is said or kept. */
  readonly redact: (text: string) => string;
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborting it gives up what is under way, and pauses the run. */
  readonly signal: AbortSignal;
  readonly now: () => number;
}
