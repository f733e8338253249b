import { steadyClock } from '../../base/index.ts';
import type { PageProtocol } from '../../fetch/index.ts';
import type { StepEntry } from '../../project/index.ts';
import type { DocumentLink } from '../document-links.ts';
import { Committer } from '../engine/committer.ts';
import type { CrawlEngine } from '../engine/crawl-engine.ts';
import type { CrawlEnding, CrawlProgress } from '../engine/crawl-progress.ts';
import { noSourcePage, type PageDiscovery } from '../frontier/discover-pages.ts';
import { enterSite } from '../site/site-tracking.ts';
import type { Arrival } from '../steps/step-action.ts';
import { nameOfStep, stepFailure } from '../steps/step-error.ts';
import type { StepRunState } from '../steps/step-run-state.ts';
import { findAliases } from '../track/find-aliases.ts';
import { pageEngine } from './page-engine.ts';
import { isCollected, type PageRunTools, pageRunTools, renameStored } from './page-run-tools.ts';
import type { RunEnding } from './run-request.ts';
import { limitsOf } from './run-settings.ts';
import { RunTotals } from './run-totals.ts';
import type { Runner, RunParts } from './runner.ts';
import type { StepDiscovery } from './step-discovery.ts';
import { StepStarts } from './step-starts.ts';

/** Offers in one commit. */
const AT_ONCE = 2000;

/** Why a run pauses, and when to go on if a site said so. */
type Pause = Pick<CrawlEnding, 'resumeAt'> & { readonly reason: string };

const interrupted: Pause = { reason: 'interrupted', resumeAt: null };

/** Visits a site whose pages link to each other. */
export async function pageRunner(parts: RunParts, protocol: PageProtocol): Promise<Runner> {
  return new PageRun(parts, await pageRunTools(parts, protocol));
}

/** Prepares a run and queues its first pages, for others who visit them host by host. */
export async function planPages(parts: RunParts, protocol: PageProtocol): Promise<void> {
  const run = new PageRun(parts, await pageRunTools(parts, protocol));
  try {
    await run.plan();
  } finally {
    await run.leave(false);
  }
}

/** Takes one step after the other, each with its own engine over the same frontier. */
class PageRun implements Runner {
  readonly #parts: RunParts;
  readonly #tools: PageRunTools;
  readonly #committer: Committer;
  readonly #totals = new RunTotals(steadyClock());
  readonly #starts: StepStarts;
  #step: number;
  #isBegun: boolean;
  #isPrepared = false;
  #engine: CrawlEngine | null = null;

  constructor(parts: RunParts, tools: PageRunTools) {
    const { saved, leftOut, tracker } = tools;
    this.#parts = parts;
    this.#tools = tools;
    this.#step = saved.step;
    this.#isBegun = saved.begun;
    this.#starts = new StepStarts(parts, tools);
    const { run, surroundings } = parts;
    const state = () => this.#state();
    this.#committer = new Committer({
      store: surroundings.store,
      run,
      state,
      leftOut,
      own: parts.own,
      tracker,
      now: tools.access.now,
    });
  }

  async run(): ReturnType<Runner['run']> {
    const { signal, surroundings, run } = this.#parts;
    const stop = () => this.#engine?.stop('interrupted');
    signal.addEventListener('abort', stop);
    try {
      const paused = await this.#takeSteps();
      if (paused !== null) return this.#ending('paused', paused.reason, paused.resumeAt);
      const { tracker, twins } = this.#tools;
      await findAliases({ store: surroundings.store, run, knowledge: tracker.knowledge, twins });
      return this.#ending('finished', null);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async plan(): Promise<void> {
    const { discovery } = await this.#begin([]);
    const listed = this.#tools.access.listed.take();
    this.#committer.addStarts(discovery.discover(listed, noSourcePage));
    await this.#committer.commit({ withState: true });
  }

  progress(): CrawlProgress {
    return this.#totals.with(this.#engine?.progress() ?? null);
  }

  async leave(isFinished: boolean): Promise<void> {
    const { spider, access } = this.#tools;
    try {
      if (isFinished) {
        await access.doors.second?.member.leave();
        await access.doors.entrances.logOut();
      }
    } finally {
      await access.rendering?.renderer.close();
      await spider.close();
    }
  }

  /** Why the run pauses, and until when if a site says so; null when all steps are done. */
  async #takeSteps(): Promise<Pause | null> {
    const { definition, signal } = this.#parts;
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
        const { state, reason, resumeAt } = await this.#walk(step, arrivals).catch((error: unknown) => {
          throw stepFailure(nameOfStep(definition, this.#step), error, secrets.redactor);
        });
        // The engine of a step knows only the rest of the limits, so its own reason would be misleading.
        if (state === 'paused' && resumeAt !== null) return { reason: reason ?? '', resumeAt };
        if (state === 'paused') return { ...interrupted, reason: stopped() ?? interrupted.reason };
      }
      this.#step++;
      this.#isBegun = false;
      await this.#committer.end();
    }
    return null;
  }

  /** Logs in if needed, and takes the actions of the step, unless its pages are in the frontier already. */
  async #arrive(): Promise<readonly Arrival[]> {
    const { entrances } = this.#tools.access.doors;
    const { hasOwnSteps } = this.#parts.definition;
    await entrances.logInFor(this.#isBegun ? this.#step + 1 : this.#step);
    // Without steps, the source is visited like any other page and needs no action.
    return this.#isBegun || !hasOwnSteps ? [] : entrances.enter(this.#step);
  }

  /** Visits the frontier until it is empty. */
  async #walk(step: StepEntry, arrivals: readonly Arrival[]): Promise<CrawlEnding> {
    const { signal, definition } = this.#parts;
    const found = await this.#begin(arrivals);
    const engine = await pageEngine(this.#parts, this.#tools, {
      committer: this.#committer,
      found,
      step,
      limits: this.#totals.remaining(limitsOf(definition.settings)),
    });
    this.#engine = engine;
    try {
      if (signal.aborted) engine.stop('interrupted');
      const ending = await engine.run([]);
      this.#totals.add(ending);
      return ending;
    } finally {
      this.#engine = null;
    }
  }

  /** Prepares the step, and gives its first pages to the next commit. */
  async #begin(arrivals: readonly Arrival[]): Promise<StepDiscovery> {
    const isResumed = this.#isBegun;
    if (!isResumed) this.#starts.begin(this.#step, arrivals);
    this.#isBegun = true;
    const found = await this.#starts.discoveryOf(this.#step);
    const visited = this.#starts.visitedBefore(arrivals);
    await this.#prepare(isResumed);
    const { discovery } = found;
    if (isResumed) await takeOffered(this.#parts, discovery, this.#committer);
    else this.#committer.addStarts(await this.#starts.firstPages(arrivals, visited, discovery));
    return found;
  }

  /** Done before links are followed: learns about the site, and queues the pages of earlier runs. */
  async #prepare(isResumed: boolean): Promise<void> {
    const { definition } = this.#parts;
    const { access, tracker, known } = this.#tools;
    const places = [...definition.steps.keys()].filter((place) => isCollected(definition.steps[place] ?? {}));
    const isLast = this.#step === places.at(-1);
    if (!this.#isPrepared) {
      this.#isPrepared = true;
      await enterSite(this.#parts, access, tracker);
      // A run that was killed may have learned rules without renaming every page, and users switch rules on and off.
      if (tracker.knowledge.hasUrlRules) await renameStored(this.#parts, this.#tools);
      if (places.length > 1) await known.leaveAlone();
    }
    if (!isLast) return;
    const discoveries = await Promise.all(places.map((place) => this.#starts.discoveryOf(place)));
    const starts = this.#starts.identities();
    await known.queue(
      discoveries.map(({ discovery }) => discovery),
      (hash) => starts.has(hash),
      isResumed,
    );
  }

  #state(): string {
    const { access, budgets, rules } = this.#tools;
    const state: StepRunState = {
      step: this.#step,
      begun: this.#isBegun,
      starts: this.#starts.urls,
      formsSent: access.doors.forms.sent,
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
    const { rules } = this.#tools;
    return {
      ...this.#totals.ending(state, reason, resumeAt),
      rules: rules === null ? [] : rules.counts.table(rules.ruleSet),
    };
  }
}

/**
 * Takes in what pages of other hosts have offered: by the rules and budgets that hold here. Returns whether there was anything. A run
 * that was never shared among workers has no offers.
 */
export async function takeOffered(
  { surroundings, run }: RunParts,
  discovery: PageDiscovery,
  committer: Committer,
): Promise<boolean> {
  for (let taken = 0; ; ) {
    const offers = await surroundings.store.offers.waiting(run.id, AT_ONCE);
    if (offers.length === 0) return taken > 0;
    taken += offers.length;
    const pages = offers.flatMap(({ url, kind, depth, foundOn }) =>
      discovery.discover([{ url, kind: kind as DocumentLink['kind'], nofollow: false }], {
        ...{ pageId: foundOn, host: null, depth, nofollow: false, hasRoom: true },
      }),
    );
    committer.addOffered(offers, pages);
    await committer.commit();
  }
}
