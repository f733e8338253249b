import { outcomeOfStatus, type RequestOutcome } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import { type BodyRoom, bodyMemory, delayAfter, mayRetry, roomOfVisit } from '../../fetch/index.ts';
import { judgeContent, type StepEntry } from '../../project/index.ts';
import { commitRows } from '../commit-rows.ts';
import { noSourcePage } from '../frontier/discover-pages.ts';
import { WaitingPages } from '../frontier/waiting-pages.ts';
import { emptyVisit } from '../new-visit.ts';
import type { PageRunContext } from '../run/page-run-context.ts';
import { concurrencyOf, largestPage } from '../run/run-settings.ts';
import type { StepDiscovery } from '../run/step-starts.ts';
import { SessionDoubts } from '../session-doubts.ts';
import type { StepRules } from '../steps/step-rules.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { renamePages } from '../track/rename-pages.ts';
import type { VisitContext, VisitedPage } from '../visit-context.ts';
import { visitPage } from '../visit-page.ts';
import { AskedWaits, waitInWords } from './asked-waits.ts';
import type { Committer } from './committer.ts';
import { pageEvent, waitingEvent } from './crawl-event.ts';
import {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  isRedirect,
  limitReached,
  VisitCounts,
} from './crawl-progress.ts';
import { RequestSlots } from './request-slots.ts';

/** At least this many requests at the same time, over all hosts; each host has its own limit. */
const LEAST_CONCURRENCY = 16;

/** Redirects do not count as pages, but the page limit applies to them too. This is its minimum: a start address may be several redirects away. */
const LEAST_REDIRECTS = 20;

interface EngineStep {
  readonly committer: Committer;
  readonly found: StepDiscovery;
  readonly step: StepEntry;
  /** The limits of the step. */
  readonly limits: CrawlLimits;
}

/** The engine of one step. */
export async function crawlEngine(context: PageRunContext, engineStep: EngineStep): Promise<CrawlEngine> {
  const { definition, rules, siteLogin } = context;
  const { step } = engineStep;
  const saysNothing = typeof step.collect !== 'object' && rules === null && definition.forms.length === 0;
  if (saysNothing) return new CrawlEngine(context, engineStep, null);
  const { stepRules } = await import('../steps/step-rules.ts');
  return new CrawlEngine(context, engineStep, stepRules(step, rules, siteLogin.forms));
}

/** Visits the pages of one run's frontier until it is empty, a limit is reached, or `stop` is called. */
export class CrawlEngine {
  readonly #context: VisitContext;
  readonly #limits: CrawlLimits;
  readonly #waiting: WaitingPages;
  /** Pages to retry. The frontier does not return them meanwhile. */
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
  #redirects = 0;
  #bytes = 0;
  /** The memory that each visit has reserved, by page, from its start until its commit. */
  readonly #rooms = new Map<number, BodyRoom>();
  /** Hosts that answer 304 for pages that have changed. */
  readonly #untrue304 = new Set<string>();

  constructor(context: PageRunContext, { committer, found, limits }: EngineStep, step: StepRules | null) {
    const { store, run, scheduler, onEvent } = context;
    const { settings } = context.definition;
    this.#context = {
      ...context,
      ...found,
      judgeContent: judgeContent({ maxBytes: settings.maxPageBytes ?? largestPage }),
      doubts: new SessionDoubts(),
      step,
      renamePages: () => this.#renamePages(),
      revisitHost: (host) => this.#revisitHost(host),
    };
    this.#limits = limits;
    this.#committer = committer;
    this.#started = context.now();
    this.#slots = new RequestSlots(Math.max(concurrencyOf(settings, 'pages'), LEAST_CONCURRENCY));
    this.#waits = new AskedWaits(settings.maxWait * 1000, ({ host, until }) =>
      onEvent(waitingEvent(until, host)),
    );
    this.#waiting = new WaitingPages({
      frontier: store.frontier,
      runId: run.id,
      nextStart: (host, now) => scheduler.nextStart(host, now),
      onLoaded: () => this.#pump(),
      onFailed: (error) => this.#fail(error),
    });
  }

  /** Visits the frontier. Throws when the run cannot continue (a full disk). */
  async run(): Promise<CrawlEnding> {
    const { store, run, room, signal } = this.#context;
    const interrupt = () => this.stop('interrupted');
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) interrupt();
      this.#takeListed();
      // Saves the state too: after a kill the run must know that these pages are in the frontier.
      await this.#commit({ withState: true });
      this.#queued = 0;
      for (const { host, queued } of await store.frontier.hosts(run.id)) {
        this.#waiting.added(host);
        this.#queued += queued;
      }
      await room.counted(this.#queued);
      await new Promise<void>((resolve) => {
        this.#done = resolve;
        this.#pump();
      });
    } finally {
      signal.removeEventListener('abort', interrupt);
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

  progress(): CrawlProgress {
    return {
      ...this.#counts,
      bytes: this.#bytes,
      queued: this.#queued,
      inFlight: this.#slots.underWay,
      hosts: this.#waiting.hosts,
      ms: this.#context.now() - this.#started,
    };
  }

  /** Starts as many requests as possible now, and makes sure to be called again. */
  #pump(): void {
    if (this.#done === null || this.#failure !== null) {
      this.#finishIfIdle();
      return;
    }
    const now = this.#context.now();
    this.#checkLimits(now);
    if (this.#stopped === null) this.#startPages(now);
    if (this.#mustCommit(now)) this.#commitInBackground();
    this.#pauseForWait(now);
    this.#setTimer(now);
    this.#finishIfIdle();
  }

  #startPages(now: number): void {
    // The network can be faster than the disk: finish writing before requesting more.
    if (this.#committing !== null && this.#committer.isFull) return;
    const { scheduler } = this.#context;
    const mayStart = (host: string) => scheduler.nextStart(host, now) <= now;
    while (this.#slots.hasRoom(now) && this.#pagesLeft > 0) {
      const retry = this.#retries.take(now, mayStart);
      if (retry === null) break;
      this.#start(retry.page, retry.attempts, now);
    }
    while (this.#slots.hasRoom(now) && this.#pagesLeft > this.#retries.size) {
      const page = this.#waiting.take(now);
      if (page === null) return;
      this.#start(page, 1, now);
    }
  }

  /** The pages that may still be requested within the limit. A page that waits for its retry takes one of them. */
  get #pagesLeft(): number {
    return this.#limits.pages - this.#counts.requested - this.#slots.underWay;
  }

  /** Pauses when every host with pages left asks us to come back much later. */
  #pauseForWait(now: number): void {
    if (this.#stopped !== null || this.#isBusy || !this.#committer.isEmpty) return;
    const wait = this.#waits.tooLong(now, this.#nextPageAt(now));
    if (wait === null) return;
    this.#stopped = waitInWords(wait);
    this.#resumeAt = wait.until;
  }

  #start(page: QueuedPage, attempts: number, now: number): void {
    const { scheduler } = this.#context;
    const slot = this.#slots.start(now);
    scheduler.started(page.host, now);
    const room = bodyMemory.open();
    this.#rooms.set(page.id, room);
    roomOfVisit
      .run(room, () => visitPage(page, attempts, this.#context))
      .then((visited) => {
        this.#visited(visited);
        // Only what is stored is held until its commit.
        if (visited.body === null) this.#closeRoom(page.id);
        return outcomeOfStatus(visited.visit.status ?? 0);
      })
      .catch((error: unknown) => this.#visitFailed(page, attempts, error))
      .then((outcome) => {
        room.endReading();
        this.#slots.end(slot);
        scheduler.finished(page.host, outcome, this.#context.now());
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

  /** Queues the sitemaps that a robots.txt file listed. */
  #takeListed(): void {
    const { listed, discovery, definition } = this.#context;
    // A project with steps chooses its pages itself.
    const links = definition.hasOwnSteps ? [] : listed.take();
    if (links.length === 0) return;
    this.#queued += this.#committer.addDiscovered(discovery.discover(links, noSourcePage));
  }

  #visited(visited: VisitedPage): void {
    const { page, visit } = visited;
    if (visit.outcome === 'ok' && visit.status === 304 && this.#untrue304.has(page.host)) {
      this.#visitAgain(visited);
      return;
    }
    this.#queued += this.#committer.add(visited) - 1;
    this.#context.room.added(-1);
    this.#bytes += visited.wireBytes;
    this.#counts.add(visit, page.linkKind);
    if (isRedirect(visit)) this.#redirects++;
    this.#context.onEvent(pageEvent(page, visit, visited.discovered.length));
  }

  /** Visits a page again whose host was found to answer 304 untruly during the visit. The pages that it links to are already counted as discovered. */
  #visitAgain({ page, discovered }: VisitedPage): void {
    this.#closeRoom(page.id);
    this.#queued += this.#committer.addDiscovered(discovered);
    if (this.#stopped === null) this.#retries.add(page, 1, this.#context.now());
    else this.#waiting.release(page.id);
  }

  /** Retries later, records the failure, or stops the run, as the error says. */
  async #visitFailed(page: QueuedPage, attempts: number, error: unknown): Promise<RequestOutcome> {
    this.#closeRoom(page.id);
    if (!(error instanceof TidemarkError) || error.decision === 'stop') {
      this.#fail(error);
      return { kind: 'failed' };
    }
    const now = this.#context.now();
    const outcome = this.#waits.outcomeOf(page.host, error, now);
    const { retries, tracker, known, observer, onEvent } = this.#context;
    if (mayRetry(error, attempts, retries)) {
      if (this.#stopped !== null) {
        this.#waiting.release(page.id); // it stays in the frontier for the resumed run
        return outcome;
      }
      const inMs = delayAfter(attempts, retries);
      this.#retries.add(page, attempts + 1, now + inMs);
      const { message } = error;
      onEvent({ event: 'retry', url: page.url, attempt: attempts + 1, error: message, inMs });
      return outcome;
    }
    const judgement = tracker.failure(page, error.code, error.message);
    const failure = { outcome: 'error', errorCode: error.code, errorMessage: error.message } as const;
    const visit = emptyVisit(page, attempts, now, { ...failure, ...judgement });
    const discovered = known.neverGood.takeLinkedBy(page, null);
    const judged = { page, visit, version: null, news: null, seen: null };
    const findings = (await observer?.observe(judged)) ?? null;
    this.#visited({ page, visit, body: null, discovered, findings, wireBytes: 0 });
    return outcome;
  }

  #checkLimits(now: number): void {
    const used = { pages: this.#counts.requested, bytes: this.#bytes, ms: now - this.#started };
    this.#stopped ??= limitReached(this.#limits, used);
    const mostRedirects = Math.max(this.#limits.pages, LEAST_REDIRECTS);
    if (this.#redirects >= mostRedirects) this.#stopped ??= `${mostRedirects} redirects`;
  }

  #mustCommit(now: number): boolean {
    if (this.#committing !== null || this.#committer.isEmpty) return false;
    if (now >= this.#committer.dueAt) return true;
    // When no page is left to start, commit now if there are new pages; when nothing is under way, waiting gains nothing.
    return this.#waiting.isStarving && (this.#committer.hasDiscovered || this.#slots.underWay === 0);
  }

  #commitInBackground(): void {
    this.#committing = this.#commit()
      .then(() => this.#context.room.renew())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = null;
        this.#pump();
      });
  }

  async #commit(options?: { readonly withState: boolean }): Promise<void> {
    const { pageIds, discovered } = await this.#committer.commit(options);
    for (const pageId of pageIds) {
      this.#closeRoom(pageId);
      this.#waiting.release(pageId);
    }
    for (const { host } of discovered) this.#waiting.added(host);
  }

  /** Renames stored pages by the rules that were just learned. */
  async #renamePages(): Promise<void> {
    const { store, run, room } = this.#context;
    await this.#commit();
    await renamePages(this.#context);
    this.#waiting.readAgain();
    const before = this.#queued;
    this.#queued = await store.frontier.count(run.id);
    room.added(this.#queued - before);
  }

  /** Puts the pages of a host that were answered 304 in this run back into the frontier. */
  async #revisitHost(host: string): Promise<void> {
    const { store, run, room } = this.#context;
    // Visits that end from now on are repeated at once, so that all others are stored after this commit.
    this.#untrue304.add(host);
    await this.#commit();
    const before = await store.frontier.count(run.id);
    await commitRows(this.#context, { untrue304: host });
    const pages = (await store.frontier.count(run.id)) - before;
    this.#queued += pages;
    room.added(pages);
    this.#waiting.added(host);
    this.#pump();
  }

  #setTimer(now: number): void {
    let at = this.#committer.dueAt;
    if (this.#stopped === null) {
      const end = this.#started + this.#limits.ms;
      at = Math.min(at, end, this.#nextPageAt(now), this.#slots.nextRoomAt(now));
    }
    if (at < Number.POSITIVE_INFINITY) this.#timer.wakeIn(at - now);
  }

  /** When the next page may be requested; Infinity when there is none, or when a request has to end first. */
  #nextPageAt(now: number): number {
    const hostAt = (host: string) => this.#context.scheduler.nextStart(host, now);
    const retryAt = this.#retries.nextAt(hostAt);
    return this.#pagesLeft > this.#retries.size ? Math.min(this.#waiting.nextAt, retryAt) : retryAt;
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

/** A timer set for more than 24.8 days would fire at once. */
const LONGEST_SLEEP = 60_000;

/**
 * Calls back at the earliest requested time, and possibly once before it. A crawl requests a time after every page, and
 * setting a timer again each time costs more than a timer that is sometimes early.
 */
export class WakeUp {
  readonly #call: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer fires (`performance.now()`). */
  #at = 0;

  constructor(call: () => void) {
    this.#call = call;
  }

  wakeIn(ms: number): void {
    const wait = Math.min(Math.max(ms, 1), LONGEST_SLEEP);
    const at = performance.now() + wait;
    if (this.#timer !== null && this.#at <= at) return;
    this.cancel();
    this.#at = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#call();
    }, wait);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

interface Retry {
  readonly page: QueuedPage;
  readonly attempts: number;
  readonly at: number;
}

/** Pages to retry. There are few, unless a whole site has problems. */
class RetryList {
  readonly #retries = new Map<number, Retry>();

  get size(): number {
    return this.#retries.size;
  }

  add(page: QueuedPage, attempts: number, at: number): void {
    this.#retries.set(page.id, { page, attempts, at });
  }

  /** Takes a page that is due and whose host may be requested; null when there is none. */
  take(now: number, mayStart: (host: string) => boolean): Retry | null {
    for (const [id, retry] of this.#retries) {
      if (retry.at > now || !mayStart(retry.page.host)) continue;
      this.#retries.delete(id);
      return retry;
    }
    return null;
  }

  /** When the next page may be retried; Infinity when its host has to finish another request first. */
  nextAt(hostAt: (host: string) => number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { page, at } of this.#retries.values()) next = Math.min(next, Math.max(at, hostAt(page.host)));
    return next;
  }
}
