import { type HostScheduler, outcomeOfStatus, type RequestOutcome } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import {
  type BodyRoom,
  bodyMemory,
  delayAfter,
  mayRetry,
  type RetryPolicy,
  roomOfVisit,
} from '../../fetch/index.ts';
import type { CrawlTools, VisitedPage } from '../crawl-tools.ts';
import { noSourcePage } from '../frontier/discover-pages.ts';
import type { FrontierRoom } from '../frontier/frontier-room.ts';
import { RetryList } from '../frontier/retry-list.ts';
import { WaitingPages } from '../frontier/waiting-pages.ts';
import { emptyVisit } from '../new-visit.ts';
import type { LinkInbox } from '../robots-gate.ts';
import { visitPage } from '../standard-plan.ts';
import type { DiscoveredPage, QueuedPage, Run } from '../tables/records.ts';
import { AskedWaits, waitInWords } from './asked-waits.ts';
import type { CommitBatch, Committer } from './committer.ts';
import { type CrawlEvent, pageEvent } from './crawl-event.ts';
import {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  limitReached,
  VisitCounts,
} from './crawl-progress.ts';
import { RequestSlots } from './request-slots.ts';
import { WakeUp } from './wake-up.ts';

/** What an engine works with. */
interface CrawlEngineOptions {
  readonly store: Store;
  readonly run: Run;
  readonly tools: CrawlTools;
  readonly scheduler: HostScheduler;
  readonly committer: Committer;
  /** Where new addresses are counted. */
  readonly room: FrontierRoom;
  /** Links that the site names outside its pages; null when they are not wanted. */
  readonly listed: LinkInbox | null;
  readonly limits: CrawlLimits;
  /** Requests at the same time, over all hosts. */
  readonly concurrency: number;
  readonly retries: RetryPolicy;
  /** The longest wait that a host may ask for before the run pauses instead. In milliseconds. */
  readonly longestWait: number;
  readonly onEvent: (event: CrawlEvent) => void;
}

/** Visits the pages of one run's frontier until it is empty, a limit is reached, or `stop` is called. */
export class CrawlEngine {
  readonly #options: CrawlEngineOptions;
  readonly #waiting: WaitingPages;
  /** Pages to try again. The frontier does not hand them out meanwhile. */
  readonly #retries = new RetryList();
  readonly #committer: Committer;
  #committing: Promise<void> | null = null;
  readonly #slots: RequestSlots;
  readonly #waits: AskedWaits;
  #queued = 0;
  readonly #timer = new WakeUp(() => this.#pump());
  #stopped: string | null = null;
  #resumeAt: number | null = null;
  #failure: unknown = null;
  #done: (() => void) | null = null;
  readonly #started: number;
  readonly #counts = new VisitCounts();
  #bytes = 0;
  /** The memory of visits, by page, from their start until they are committed. */
  readonly #rooms = new Map<number, BodyRoom>();

  constructor(options: CrawlEngineOptions) {
    this.#options = options;
    const { store, run, tools, scheduler } = options;
    this.#started = tools.now();
    this.#slots = new RequestSlots(options.concurrency);
    this.#waits = new AskedWaits(options.longestWait, ({ host, until }) =>
      options.onEvent({ event: 'waiting', until: new Date(until).toISOString(), host }),
    );
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

  /** Starts from the given pages and the frontier. Throws when the run cannot continue (a full disk). */
  async run(starts: readonly DiscoveredPage[]): Promise<CrawlEnding> {
    const { store, run } = this.#options;
    this.#committer.addStarts(starts);
    this.#takeListed();
    // Saves the state too: after a kill the run must know that these pages are in the frontier.
    await this.#committer.commit({ withState: true });
    this.#queued = 0;
    for (const { host, queued } of await store.frontier.hosts(run.id)) {
      this.#waiting.added(host);
      this.#queued += queued;
    }
    await this.#options.room.counted(this.#queued);
    try {
      await new Promise<void>((resolve) => {
        this.#done = resolve;
        this.#pump();
      });
    } finally {
      for (const page of [...this.#rooms.keys()]) this.#closeRoom(page);
    }
    if (this.#failure !== null) throw this.#failure;
    return this.#end();
  }

  /** Finishes the requests under way and commits them. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#pump();
  }

  /** Pages of this host were put back into the frontier. */
  queuedAgain(host: string, pages: number): void {
    this.#queued += pages;
    this.#options.room.added(pages);
    this.#waiting.added(host);
    this.#pump();
  }

  /** Pages of the frontier got other names, or left it because they are the same page as another. */
  async pagesRenamed(): Promise<void> {
    this.#waiting.readAgain();
    const { store, run, room } = this.#options;
    const before = this.#queued;
    this.#queued = await store.frontier.count(run.id);
    room.added(this.#queued - before);
  }

  progress(): CrawlProgress {
    return {
      ...this.#counts,
      bytes: this.#bytes,
      queued: this.#queued,
      inFlight: this.#slots.underWay,
      hosts: this.#waiting.hosts,
      ms: this.#options.tools.now() - this.#started,
    };
  }

  /** Starts as many requests as possible now, and makes sure to be called again. */
  #pump(): void {
    if (this.#done === null || this.#failure !== null) {
      this.#finishIfIdle();
      return;
    }
    const now = this.#options.tools.now();
    this.#checkLimits(now);
    if (this.#stopped === null) this.#startPages(now);
    if (this.#mustCommit(now)) this.#commitInBackground();
    this.#pauseForWait(now);
    this.#setTimer(now);
    this.#finishIfIdle();
  }

  #startPages(now: number): void {
    // The network can be faster than the disk: finish writing before asking for more.
    if (this.#committing !== null && this.#committer.isFull) return;
    const { scheduler, limits } = this.#options;
    const mayStart = (host: string) => scheduler.nextStart(host, now) <= now;
    const mayAsk = () => this.#slots.hasRoom(now) && this.#slots.underWay < limits.pages - this.#counts.pages;
    while (mayAsk()) {
      const retry = this.#retries.take(now, mayStart);
      if (retry === null) break;
      this.#start(retry.page, retry.attempts, now);
    }
    while (mayAsk()) {
      const page = this.#waiting.take(now);
      if (page === null) return;
      this.#start(page, 1, now);
    }
  }

  /** Pauses when the only hosts that have pages left ask us to come back much later. */
  #pauseForWait(now: number): void {
    if (this.#stopped !== null || this.#isBusy || !this.#committer.isEmpty) return;
    const wait = this.#waits.tooLong(now, this.#nextPageAt(now));
    if (wait === null) return;
    this.#stopped = waitInWords(wait);
    this.#resumeAt = wait.until;
  }

  #start(page: QueuedPage, attempts: number, now: number): void {
    const { scheduler, tools } = this.#options;
    const slot = this.#slots.start(now);
    scheduler.started(page.host, now);
    const room = bodyMemory.open();
    this.#rooms.set(page.id, room);
    roomOfVisit
      .run(room, () => visitPage(page, attempts, tools))
      .then((visited) => {
        this.#visited(visited);
        return outcomeOfStatus(visited.visit.status ?? 0);
      })
      .catch((error: unknown) => this.#visitFailed(page, attempts, error))
      .then((outcome) => {
        room.endReading();
        this.#slots.end(slot);
        scheduler.finished(page.host, outcome, tools.now());
        this.#takeListed();
        this.#waiting.requestEnded(page.host);
        this.#pump();
      })
      .catch((error: unknown) => this.#fail(error));
  }

  #closeRoom(page: number): void {
    this.#rooms.get(page)?.close();
    this.#rooms.delete(page);
  }

  /** Queues the sitemaps that reading a robots.txt brought up. */
  #takeListed(): void {
    const { listed, tools } = this.#options;
    const links = listed?.take() ?? [];
    if (links.length === 0) return;
    const pages = tools.discovery.discover(links, noSourcePage);
    this.#queued += this.#committer.addStarts(pages);
  }

  #visited(visited: VisitedPage): void {
    const { page, visit } = visited;
    this.#queued += this.#committer.add(visited) - 1;
    this.#options.room.added(-1);
    this.#bytes += visited.wireBytes;
    this.#counts.add(visit);
    this.#options.onEvent(pageEvent(page, visit, visited.discovered.length));
  }

  /** Tries again later, records the failure, or stops the run, as the error says. */
  async #visitFailed(page: QueuedPage, attempts: number, error: unknown): Promise<RequestOutcome> {
    this.#closeRoom(page.id);
    if (!(error instanceof TidemarkError) || error.decision === 'stop') {
      this.#fail(error);
      return { kind: 'failed' };
    }
    const now = this.#options.tools.now();
    const outcome = this.#waits.outcomeOf(page.host, error, now);
    const { retries } = this.#options;
    if (mayRetry(error, attempts, retries)) {
      if (this.#stopped !== null) {
        this.#waiting.release(page.id); // it stays in the frontier for the resumed run
        return outcome;
      }
      const inMs = delayAfter(attempts, retries);
      this.#retries.add(page, attempts + 1, now + inMs);
      const { message } = error;
      this.#options.onEvent({ event: 'retry', url: page.url, attempt: attempts + 1, error: message, inMs });
      return outcome;
    }
    const judgement = this.#options.tools.tracker.failure(page, error.code, error.message);
    const failure = { outcome: 'error', errorCode: error.code, errorMessage: error.message } as const;
    const visit = emptyVisit(page, attempts, now, { ...failure, ...judgement });
    const discovered = this.#options.tools.neverGood.takeLinkedBy(page, null);
    const judged = { page, visit, version: null, news: null, seen: null };
    const findings = (await this.#options.tools.observer?.observe(judged)) ?? null;
    this.#visited({ page, visit, body: null, discovered, findings, wireBytes: 0 });
    return outcome;
  }

  #checkLimits(now: number): void {
    const used = { pages: this.#counts.pages, bytes: this.#bytes, ms: now - this.#started };
    this.#stopped ??= limitReached(this.#options.limits, used);
  }

  #mustCommit(now: number): boolean {
    if (this.#committing !== null || this.#committer.isEmpty) return false;
    if (now >= this.#committer.dueAt) return true;
    // With nothing left to start, new pages are needed now; with nothing under way, waiting would gain nothing.
    return this.#waiting.isStarving && (this.#committer.hasDiscovered || this.#slots.underWay === 0);
  }

  #commitInBackground(): void {
    this.#committing = this.#committer
      .commit()
      .then(() => this.#options.room.renew())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = null;
        this.#pump();
      });
  }

  #committed({ visits, discovered }: CommitBatch): void {
    for (const { pageId } of visits) {
      this.#closeRoom(pageId);
      this.#waiting.release(pageId);
    }
    for (const { host } of discovered) this.#waiting.added(host);
  }

  #setTimer(now: number): void {
    let at = this.#committer.dueAt;
    if (this.#stopped === null) {
      const end = this.#started + this.#options.limits.ms;
      at = Math.min(at, end, this.#nextPageAt(now), this.#slots.nextRoomAt(now));
    }
    if (at < Number.POSITIVE_INFINITY) this.#timer.wakeIn(at - now);
  }

  /** When the next page may be asked for; Infinity when there is none, or a request has to end first. */
  #nextPageAt(now: number): number {
    const hostAt = (host: string) => this.#options.scheduler.nextStart(host, now);
    return Math.min(this.#waiting.nextAt, this.#retries.nextAt(hostAt));
  }

  get #isBusy(): boolean {
    return this.#slots.underWay > 0 || this.#committing !== null || this.#waiting.isLoading;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#finishIfIdle();
  }

  #finishIfIdle(): void {
    if (this.#done === null || this.#isBusy) return;
    if (this.#failure === null && (!this.#committer.isEmpty || this.#hasMoreToDo)) return;
    this.#timer.cancel();
    const done = this.#done;
    this.#done = null;
    done();
  }

  get #hasMoreToDo(): boolean {
    return (
      this.#stopped === null && (this.#retries.size > 0 || this.#waiting.nextAt < Number.POSITIVE_INFINITY)
    );
  }

  async #end(): Promise<CrawlEnding> {
    await this.#committer.end();
    const state = this.#stopped === null ? 'finished' : 'paused';
    return { state, reason: this.#stopped, resumeAt: this.#resumeAt, ...this.progress() };
  }
}
