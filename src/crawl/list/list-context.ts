import type { FileReceiver, ListingCapabilities } from '../../fetch/index.ts';
import type { FileScope, SubTree, UserRules } from '../../project/index.ts';
import { WakeUp } from '../engine/crawl-engine.ts';
import { type PageVisited, pageEvent } from '../engine/crawl-event.ts';
import { type CrawlLimits, type CrawlProgress, limitReached, VisitCounts } from '../engine/crawl-progress.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import type { RunContext } from '../run/run-context.ts';
import type { JudgedVisit, VisitObserver } from '../visit-observer.ts';
import type { FileComparer, FileReader } from './compare-files.ts';
import type { GoneSite, Visitors } from './visitors.ts';

/** The context of a run over files. Its signal also aborts when the time limit is reached: that ends listings and transfers under way. */
export interface ListContext extends RunContext {
  readonly capabilities: ListingCapabilities;
  readonly visitors: Visitors;
  readonly gone: GoneSite;
  readonly receiver: FileReceiver;
  readonly trees: readonly SubTree[];
  readonly rules: UserRules | null;
  readonly scope: FileScope;
  readonly reader: FileReader;
  readonly comparer: FileComparer;
  /** Null when the project looks for nothing and notifies no one. */
  readonly observer: VisitObserver | null;
  readonly leftOut: LeftOutCounts;
  readonly progress: ListProgress;
  /** Resolves when the next file or folder may be requested. */
  readonly turn: () => Promise<void>;
  readonly now: () => number;
}

/** The progress of a run over files, and whether it may continue. */
export class ListProgress {
  readonly #context: Pick<RunContext, 'onEvent' | 'signal'>;
  readonly #limits: CrawlLimits;
  readonly #now: () => number;
  readonly #started: number;
  readonly #timeOver = new AbortController();
  readonly #timer = new WakeUp(() => this.#checkTime());
  /** Aborted when the run is paused or its time limit is reached. */
  readonly signal: AbortSignal;
  readonly #counts = new VisitCounts();
  #fetched = 0;
  #bytes = 0;
  queued = 0;

  constructor(context: Pick<RunContext, 'onEvent' | 'signal'>, limits: CrawlLimits, now: () => number) {
    this.#context = context;
    this.#limits = limits;
    this.#now = now;
    this.#started = now();
    this.signal = AbortSignal.any([context.signal, this.#timeOver.signal]);
    this.#checkTime();
  }

  /** Stops the timer of the time limit. */
  end(): void {
    this.#timer.cancel();
  }

  get now(): CrawlProgress {
    return { ...this.#counts, bytes: this.#bytes, queued: this.queued, inFlight: 0, hosts: 1, ms: this.#ms };
  }

  /** How many files may still be fetched. */
  get filesLeft(): number {
    return this.#limits.pages - this.#fetched;
  }

  /** Why the run must stop, in words; null when it may continue. */
  get stopReason(): string | null {
    if (this.#context.signal.aborted) return 'interrupted';
    return limitReached(this.#limits, { pages: this.#fetched, bytes: this.#bytes, ms: this.#ms }, 'files');
  }

  get #ms(): number {
    return this.#now() - this.#started;
  }

  #checkTime(): void {
    const left = this.#limits.ms - this.#ms;
    if (left <= 0) this.#timeOver.abort();
    else if (left < Number.POSITIVE_INFINITY) this.#timer.wakeIn(left);
  }

  received(bytes: number): void {
    this.#fetched++;
    this.#bytes += bytes;
  }

  /** Counts visits that are committed. */
  visited(visits: readonly JudgedVisit[]): void {
    this.report(visits.map(({ page, visit }) => pageEvent(page, visit, 0)));
  }

  report(visited: readonly PageVisited[]): void {
    for (const event of visited) {
      this.queued--;
      this.#counts.add(event);
      this.#context.onEvent(event);
    }
  }
}
