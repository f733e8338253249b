import { monotonicClock } from '../../base/index.ts';
import type { PageProtocol } from '../../fetch/index.ts';
import type { StepEntry } from '../../project/index.ts';
import type { DocumentLink } from '../document-links.ts';
import { Committer } from '../engine/committer.ts';
import { type CrawlEngine, crawlEngine } from '../engine/crawl-engine.ts';
import type { CrawlEnding, CrawlProgress } from '../engine/crawl-progress.ts';
import { noSourcePage, type PageDiscovery } from '../frontier/discover-pages.ts';
import { enterSite } from '../site/site-tracking.ts';
import type { Arrival } from '../steps/step-action.ts';
import { nameOfStep, stepFailure } from '../steps/step-error.ts';
import type { StepRunState } from '../steps/step-run-state.ts';
import { findAliases } from '../track/find-aliases.ts';
import { renamePages } from '../track/rename-pages.ts';
import { isCollected, openPageRun, type PageRunContext } from './page-run-context.ts';
import type { RunContext, Runner } from './run-context.ts';
import type { RunEnding } from './run-request.ts';
import { limitsOf } from './run-settings.ts';
import { RunTotals } from './run-totals.ts';
import { type StepDiscovery, StepStarts } from './step-starts.ts';

/** Most offers in one commit. */
const AT_ONCE = 2000;

/** Why a run pauses, and when to continue if a site asked for a wait. */
type Pause = Pick<CrawlEnding, 'resumeAt'> & { readonly reason: string };

const interrupted: Pause = { reason: 'interrupted', resumeAt: null };

/** Visits a site whose pages link to each other. */
export async function pageRunner(context: RunContext, protocol: PageProtocol): Promise<Runner> {
  return new PageRun(await openPageRun(context, protocol));
}

/** Prepares a run and queues its first pages, for the workers that visit them host by host. */
export async function planPages(context: RunContext, protocol: PageProtocol): Promise<void> {
  const run = new PageRun(await openPageRun(context, protocol));
  try {
    await run.plan();
  } finally {
    await run.leave(false);
  }
}

/** Takes one step after the other, each with its own engine over the same frontier. */
class PageRun implements Runner {
  readonly #context: PageRunContext;
  readonly #committer: Committer;
  readonly #totals = new RunTotals(monotonicClock());
  readonly #starts: StepStarts;
  #step: number;
  #isBegun: boolean;
  #isPrepared = false;
  #engine: CrawlEngine | null = null;

  constructor(context: PageRunContext) {
    this.#context = context;
    this.#step = context.saved.step;
    this.#isBegun = context.saved.begun;
    this.#starts = new StepStarts(context);
    this.#committer = new Committer(context, () => this.#state());
  }

  async run(): ReturnType<Runner['run']> {
    const paused = await this.#takeSteps();
    if (paused !== null) return this.#ending('paused', paused.reason, paused.resumeAt);
    await findAliases(this.#context);
    return this.#ending('finished', null);
  }

  async plan(): Promise<void> {
    const { discovery } = await this.#begin([]);
    const listed = this.#context.listed.take();
    this.#committer.addDiscovered(discovery.discover(listed, noSourcePage));
    await this.#committer.commit({ withState: true });
  }

  progress(): CrawlProgress {
    return this.#totals.with(this.#engine?.progress() ?? null);
  }

  async leave(isFinished: boolean): Promise<void> {
    const { siteLogin } = this.#context;
    try {
      if (isFinished) {
        await siteLogin.second?.member.leave();
        await siteLogin.navigator.logOut();
      }
    } finally {
      await this.#context.close();
    }
  }

  /** Why the run pauses, and until when if a site asked for a wait; null when all steps are done. */
  async #takeSteps(): Promise<Pause | null> {
    const { definition, signal } = this.#context;
    const { steps, settings, secrets } = definition;
    const limits = limitsOf(settings);
    for (let step = steps[this.#step]; step !== undefined; step = steps[this.#step]) {
      const stopped = () => (signal.aborted ? 'interrupted' : this.#totals.reached(limits));
      const before = stopped();
      if (before !== null) return { reason: before, resumeAt: null };
      const arrivals = await this.#arrive().catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      if (signal.aborted) return interrupted;
      if (isCollected(step)) {
        const ending = await this.#walk(step, arrivals).catch((error: unknown) => {
          // Paused while it waited, before its first page.
          if (signal.aborted && error instanceof Error && error.name === 'AbortError') return null;
          throw stepFailure(nameOfStep(definition, this.#step), error, secrets.redactor);
        });
        if (ending === null) return interrupted;
        const { state, reason, resumeAt } = ending;
        // The engine of a step knows only the remaining limits, so its own reason would be misleading.
        if (state === 'paused' && resumeAt !== null) return { reason: reason ?? '', resumeAt };
        if (state === 'paused') return { ...interrupted, reason: stopped() ?? reason ?? interrupted.reason };
      }
      this.#step++;
      this.#isBegun = false;
      await this.#committer.end();
    }
    return null;
  }

  /** Logs in if needed, and takes the actions of the step, unless its pages are already in the frontier. */
  async #arrive(): Promise<readonly Arrival[]> {
    const { navigator } = this.#context.siteLogin;
    const { hasOwnSteps } = this.#context.definition;
    await navigator.logInFor(this.#isBegun ? this.#step + 1 : this.#step);
    // Without steps, the source is visited like any other page and needs no action.
    return this.#isBegun || !hasOwnSteps ? [] : navigator.enter(this.#step);
  }

  /** Visits the frontier until it is empty. */
  async #walk(step: StepEntry, arrivals: readonly Arrival[]): Promise<CrawlEnding> {
    const found = await this.#begin(arrivals);
    const engine = await crawlEngine(this.#context, {
      committer: this.#committer,
      found,
      step,
      limits: this.#totals.remaining(limitsOf(this.#context.definition.settings)),
    });
    this.#engine = engine;
    try {
      const ending = await engine.run();
      this.#totals.add(ending);
      return ending;
    } finally {
      this.#engine = null;
    }
  }

  /** Prepares the step, and adds its first pages to the next commit. */
  async #begin(arrivals: readonly Arrival[]): Promise<StepDiscovery> {
    const isResumed = this.#isBegun;
    if (!isResumed) this.#starts.begin(this.#step, arrivals);
    this.#isBegun = true;
    const found = await this.#starts.discoveryOf(this.#step);
    const visited = this.#starts.visitedBefore(arrivals);
    await this.#prepare(isResumed);
    const { discovery } = found;
    if (isResumed) await takeOffered(this.#context, discovery, this.#committer);
    else this.#committer.addDiscovered(await this.#starts.firstPages(arrivals, visited, discovery));
    return found;
  }

  /** Done before links are followed: learns about the site, and queues the pages of earlier runs. */
  async #prepare(isResumed: boolean): Promise<void> {
    const { definition, knowledge, known } = this.#context;
    const collecting = [...definition.steps.keys()].filter((index) =>
      isCollected(definition.steps[index] ?? {}),
    );
    const isLast = this.#step === collecting.at(-1);
    if (!this.#isPrepared) {
      this.#isPrepared = true;
      await enterSite(this.#context);
      // A run that was killed may have learned rules without renaming every page, and users may have switched rules on or off.
      if (knowledge.hasUrlRules) await renamePages(this.#context);
      if (collecting.length > 1) await known.leaveAlone();
    }
    if (!isLast) return;
    const discoveries = await Promise.all(collecting.map((index) => this.#starts.discoveryOf(index)));
    const starts = this.#starts.identities();
    await known.queue(
      discoveries.map(({ discovery }) => discovery),
      (hash) => starts.has(hash),
      isResumed,
    );
  }

  #state(): string {
    const { siteLogin, budgets, rules } = this.#context;
    const state: StepRunState = {
      step: this.#step,
      begun: this.#isBegun,
      starts: this.#starts.urls,
      formsSent: siteLogin.forms.sent,
      budgets: budgets.state(),
      ruleCounts: rules?.counts.state() ?? null,
    };
    return JSON.stringify(state);
  }

  #ending(
    state: RunEnding['state'],
    reason: string | null,
    resumeAt: number | null = null,
  ): Omit<RunEnding, 'notices'> {
    const { rules } = this.#context;
    return {
      ...this.#totals.ending(state, reason, resumeAt),
      rules: rules === null ? [] : rules.counts.table(rules.ruleSet),
    };
  }
}

/**
 * Queues the links that pages of other hosts offered, by the rules and budgets of this job. Returns whether there were any. A run
 * that was never distributed over workers has no offers.
 */
export async function takeOffered(
  { store, run }: Pick<RunContext, 'store' | 'run'>,
  discovery: PageDiscovery,
  committer: Committer,
): Promise<boolean> {
  for (let taken = 0; ; ) {
    const offers = await store.offers.waiting(run.id, AT_ONCE);
    if (offers.length === 0) return taken > 0;
    taken += offers.length;
    const pages = offers.flatMap(({ url, kind, depth, foundOn }) =>
      discovery.discover([{ url, kind: kind as DocumentLink['kind'], nofollow: false }], {
        pageId: foundOn,
        host: null,
        depth,
        nofollow: false,
        hasRoom: true,
      }),
    );
    committer.addOffered(offers, pages);
    await committer.commit();
  }
}
