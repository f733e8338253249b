import { type HostScheduler, outcomeOfStatus, type RequestOutcome } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import { delayAfter, mayTryAgain, type RetryPolicy } from '../../fetch/index.ts';
import type { DiscoveredPage, QueuedPage, Run, Store } from '../../store/index.ts';
import { CrawlError } from '../errors.ts';
import { noPage } from '../frontier/discover-pages.ts';
import { RetryList } from '../frontier/retry-list.ts';
import { WaitingPages } from '../frontier/waiting-pages.ts';
import type { LinkInbox } from '../robots-gate.ts';
import { type CrawlTools, emptyVisit, type VisitedPage, visitPage } from '../standard-plan.ts';
import type { CommitBatch, Committer } from './committer.ts';
import { type CrawlEvent, pageEvent } from './crawl-event.ts';
import {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  limitReached,
  VisitCounts,
} from './crawl-progress.ts';

export interface CrawlEngineOptions {
  readonly store: Store;
  readonly run: Run;
  readonly tools: CrawlTools;
  readonly scheduler: HostScheduler;
  readonly committer: Committer;
  /** Links that the site names beside its pages; null when they are not wanted. */
  readonly listed: LinkInbox | null;
  readonly limits: CrawlLimits;
  /** Requests under way at once, over all hosts. */
  readonly concurrency: number;
  readonly retries: RetryPolicy;
  readonly onEvent: (event: CrawlEvent) => void;
}

/** A timer of more than 24.8 days would fire at once. */
const LONGEST_SLEEP = 60_000;

/** Walks the frontier of one run until it is empty, something stops it, or `stop` is called. */
export class CrawlEngine {
  readonly #options: CrawlEngineOptions;
  readonly #waiting: WaitingPages;
  /** Pages that are to be tried again. They stay taken. */
  readonly #retries = new RetryList();
  readonly #committer: Committer;
  #committing: Promise<void> | null = null;
  #inFlight = 0;
  #queued = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopped: string | null = null;
  #failure: unknown = null;
  #done: (() => void) | null = null;
  readonly #started: number;
  readonly #counts = new VisitCounts();
  #bytes = 0;

  constructor(options: CrawlEngineOptions) {
    this.#options = options;
    const { store, run, tools, scheduler } = options;
    this.#started = tools.now();
    this.#waiting = new WaitingPages({
      frontier: store.frontier,
      runId: run.id,
      nextStart: (host, now) => scheduler.nextStart(host, now),
      onLoaded: () => this.#pump(),
      onFailed: (error) => this.#fail(error),
    });
    this.#committer = options.committer;
    this.#committer.onCommitted = (batch) => this.#committed(batch);
  }

  /** Starts from the given pages and from what the frontier holds. Throws what makes going on impossible (a full disk). */
  async run(starts: readonly DiscoveredPage[]): Promise<CrawlEnding> {
    const { store, run } = this.#options;
    this.#committer.addStarts(starts);
    this.#takeListed();
    // With the state: after a kill the run must know that these pages are in the frontier.
    await this.#committer.commit({ withState: true });
    this.#queued = 0;
    for (const { host, queued } of await store.frontier.hosts(run.id)) {
      this.#waiting.added(host);
      this.#queued += queued;
    }
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      this.#pump();
    });
    if (this.#failure !== null) throw this.#failure;
    return this.#end();
  }

  /** Finishes what is under way and commits it. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#pump();
  }

  progress(): CrawlProgress {
    return {
      ...this.#counts,
      bytes: this.#bytes,
      queued: this.#queued,
      inFlight: this.#inFlight,
      hosts: this.#waiting.hosts,
      ms: this.#options.tools.now() - this.#started,
    };
  }

  /** Starts as much as may be started now; arranges to be called again when something changes. */
  #pump(): void {
    if (this.#done === null || this.#failure !== null) {
      this.#finishIfIdle();
      return;
    }
    const now = this.#options.tools.now();
    this.#checkLimits(now);
    if (this.#stopped === null) this.#startPages(now);
    if (this.#mustCommit(now)) this.#commitInBackground();
    this.#wakeUpAt(now);
    this.#finishIfIdle();
  }

  #startPages(now: number): void {
    // The network can be faster than the disk: what has come must be on its way there before more is asked for.
    if (this.#committing !== null && this.#committer.isFull) return;
    const { scheduler, limits } = this.#options;
    const mayStart = (host: string) => scheduler.nextStart(host, now) <= now;
    const most = Math.min(this.#options.concurrency, limits.pages - this.#counts.pages);
    while (this.#inFlight < most) {
      const retry = this.#retries.take(now, mayStart);
      if (retry === null) break;
      this.#start(retry.page, retry.attempts, now);
    }
    while (this.#inFlight < most) {
      const page = this.#waiting.take(now);
      if (page === null) return;
      this.#start(page, 1, now);
    }
  }

  #start(page: QueuedPage, attempts: number, now: number): void {
    const { scheduler, tools } = this.#options;
    this.#inFlight++;
    scheduler.started(page.host, now);
    visitPage(page, attempts, tools)
      .then((visited) => {
        this.#visited(visited);
        return outcomeOfStatus(visited.visit.status ?? 0);
      })
      .catch((error: unknown) => this.#troubled(page, attempts, error))
      .then((outcome) => {
        this.#inFlight--;
        scheduler.finished(page.host, outcome, tools.now());
        this.#takeListed();
        this.#waiting.mayGoOn(page.host);
        this.#pump();
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Queues what the site names beside its pages: sitemaps come to light while robots.txt is read. */
  #takeListed(): void {
    const { listed, tools } = this.#options;
    const links = listed?.take() ?? [];
    if (links.length === 0) return;
    const pages = tools.discovery.discover(links, noPage);
    this.#committer.addStarts(pages);
    this.#queued += pages.length;
  }

  #visited(visited: VisitedPage): void {
    const { page, visit } = visited;
    this.#committer.add(visited);
    this.#queued += visited.discovered.length - 1;
    this.#bytes += visited.wireBytes;
    this.#counts.add(visit);
    this.#options.onEvent(pageEvent(page, visit, visited.discovered.length));
  }

  /** Tries again later, records the failure, or gives up, as the error says. */
  #troubled(page: QueuedPage, attempts: number, error: unknown): RequestOutcome {
    if (!(error instanceof TidemarkError) || error.decision === 'stop') {
      this.#fail(error);
      return { kind: 'failed' };
    }
    const now = this.#options.tools.now();
    const outcome = outcomeOf(error, now);
    const { retries } = this.#options;
    if (mayTryAgain(error, attempts, retries)) {
      if (this.#stopped !== null) {
        this.#waiting.release(page.id); // it stays in the frontier, and the resumed run tries again
        return outcome;
      }
      const inMs = delayAfter(attempts, retries);
      this.#retries.add(page, attempts + 1, now + inMs);
      this.#options.onEvent({
        event: 'retry',
        url: page.url,
        attempt: attempts + 1,
        error: error.message,
        inMs,
      });
      return outcome;
    }
    const judgement = this.#options.tools.tracker.failure(page, error.code, error.message);
    const failure = { outcome: 'error', errorCode: error.code, errorMessage: error.message } as const;
    const visit = emptyVisit(page, attempts, now, { ...failure, ...judgement });
    this.#visited({ page, visit, body: null, discovered: [], wireBytes: 0 });
    return outcome;
  }

  #checkLimits(now: number): void {
    const used = { pages: this.#counts.pages, bytes: this.#bytes, ms: now - this.#started };
    this.#stopped ??= limitReached(this.#options.limits, used);
  }

  #mustCommit(now: number): boolean {
    if (this.#committing !== null || this.#committer.isEmpty) return false;
    if (now >= this.#committer.dueAt) return true;
    // Nothing left to start: what was discovered is needed now. Nothing more to come: no use in waiting for company.
    return this.#waiting.isStarving && (this.#committer.hasDiscovered || this.#inFlight === 0);
  }

  #commitInBackground(): void {
    this.#committing = this.#committer
      .commit()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = null;
        this.#pump();
      });
  }

  #committed({ visits, discovered }: CommitBatch): void {
    for (const { pageId } of visits) this.#waiting.release(pageId);
    for (const { host } of discovered) this.#waiting.added(host);
  }

  #wakeUpAt(now: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    let at = this.#committer.dueAt;
    if (this.#stopped === null) {
      const hostAt = (host: string) => this.#options.scheduler.nextStart(host, now);
      at = Math.min(
        at,
        this.#waiting.nextAt,
        this.#started + this.#options.limits.ms,
        this.#retries.nextAt(hostAt),
      );
    }
    if (at === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#pump(), Math.min(Math.max(at - now, 1), LONGEST_SLEEP));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#finishIfIdle();
  }

  #finishIfIdle(): void {
    if (this.#done === null || this.#inFlight > 0 || this.#committing !== null || this.#waiting.isLoading)
      return;
    if (this.#failure === null && (!this.#committer.isEmpty || this.#hasMoreToDo)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const done = this.#done;
    this.#done = null;
    done();
  }

  get #hasMoreToDo(): boolean {
    return (
      this.#stopped === null && (this.#retries.size > 0 || this.#waiting.nextAt !== Number.POSITIVE_INFINITY)
    );
  }

  async #end(): Promise<CrawlEnding> {
    await this.#committer.end();
    const state = this.#stopped === null ? 'finished' : 'paused';
    return { state, reason: this.#stopped, ...this.progress() };
  }
}

/** What a failure says about the host's load. */
function outcomeOf(error: TidemarkError, now: number): RequestOutcome {
  if (!(error instanceof CrawlError) || error.code !== 'CRAWL_OVERLOADED') return { kind: 'failed' };
  return { kind: 'overloaded', retryAt: error.retryAfterMs === null ? null : now + error.retryAfterMs };
}
