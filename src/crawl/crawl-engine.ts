import { outcomeOfStatus, type RequestOutcome } from '../access/index.ts';
import { TidemarkError } from '../base/index.ts';
import type { DiscoveredPage, QueuedPage } from '../store/index.ts';
import { Committer } from './committer.ts';
import type { CrawlEnding, CrawlEngineOptions } from './crawl-engine-options.ts';
import type { CrawlProgress } from './crawl-event.ts';
import { limitReached } from './crawl-limits.ts';
import { CrawlError } from './errors.ts';
import { RetryList } from './retry-list.ts';
import { emptyVisit, type VisitedPage, visitPage } from './standard-plan.ts';
import { pageEvent, VisitCounts } from './visit-counts.ts';
import { WaitingPages } from './waiting-pages.ts';

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
    const { store, run, state, tools, scheduler } = options;
    this.#started = tools.now();
    this.#waiting = new WaitingPages({
      frontier: store.frontier,
      runId: run.id,
      nextStart: (host, now) => scheduler.nextStart(host, now),
      onLoaded: () => this.#pump(),
      onFailed: (error) => this.#fail(error),
    });
    this.#committer = new Committer({
      store,
      run,
      state,
      leftOut: tools.leftOut,
      tracker: tools.tracker,
      now: tools.now,
    });
  }

  /** Starts from the given pages and from what the frontier holds; may be called again when that has grown. Throws what made going on impossible (a full disk). */
  async run(starts: readonly DiscoveredPage[]): Promise<CrawlEnding> {
    const { store, run } = this.#options;
    this.#committer.addStarts(starts);
    await this.#commit();
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

  /** Finishes what is under way, commits, and pauses the run. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#pump();
  }

  /** More start pages, found while the crawl runs (a sitemap that robots.txt names). */
  addStarts(pages: readonly DiscoveredPage[]): void {
    this.#committer.addStarts(pages);
    this.#queued += pages.length;
    this.#pump();
  }

  /** Writes what waits: afterwards the store knows every page that was discovered so far. */
  flush(): Promise<void> {
    return this.#commit();
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
        this.#waiting.mayGoOn(page.host);
        this.#pump();
      })
      .catch((error: unknown) => this.#fail(error));
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
    if (error.decision === 'retry' && attempts < this.#options.attempts) {
      if (this.#stopped !== null) {
        this.#waiting.release(page.id); // it stays in the frontier, and the resumed run tries again
        return outcome;
      }
      const inMs = this.#options.retryDelay * 2 ** (attempts - 1);
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
    this.#committing = this.#commit()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = null;
        this.#pump();
      });
  }

  async #commit(): Promise<void> {
    const { visits, discovered } = await this.#committer.commit();
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
    const state = this.#stopped === null ? 'finished' : 'paused';
    const pauseReason = this.#stopped === null ? {} : { pauseReason: this.#stopped };
    const isOver = state === 'paused' || this.#options.endsRun;
    await this.#committer.end(isOver ? { state, at: this.#options.tools.now(), ...pauseReason } : null);
    const ending = { state, reason: this.#stopped, ...this.progress() } as const;
    this.#options.onEvent({ event: 'ended', ...ending });
    return ending;
  }
}

/** What a failure says about the host's load. */
function outcomeOf(error: TidemarkError, now: number): RequestOutcome {
  if (!(error instanceof CrawlError) || error.code !== 'CRAWL_OVERLOADED') return { kind: 'failed' };
  return { kind: 'overloaded', retryAt: error.retryAfterMs === null ? null : now + error.retryAfterMs };
}
