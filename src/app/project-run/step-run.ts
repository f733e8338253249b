import {
  type Arrival,
  type CrawlEnding,
  CrawlEngine,
  type DocumentLink,
  LeftOutCounts,
  noPage,
  type PageDiscovery,
  type PageTracker,
  queueOrphans,
  readStepRunState,
  SeenIdentities,
  StepError,
  type StepRunState,
  stepFailure,
} from '../../crawl/index.ts';
import type { HttpSession } from '../../fetch/index.ts';
import {
  Budgets,
  compileRules,
  judgeContent,
  nameOfStep,
  RuleCounts,
  type RuleTableRow,
  type StepEntry,
  type UserRules,
} from '../../project/index.ts';
import { concurrencyOf, largestPage } from '../crawl-settings.ts';
import { RETRY_DELAY } from '../site-fetcher.ts';
import { siteTracking } from '../site-tracking.ts';
import { openSession } from './open-session.ts';
import { limitsOf, RunTotals } from './run-totals.ts';
import { SiteAccess } from './site-access.ts';
import { stepBeginnings } from './step-beginnings.ts';
import { stepDiscovery } from './step-discovery.ts';
import { stepsOf } from './step-entrances.ts';
import type { StepRunParts } from './step-run-parts.ts';
import { stepTools } from './step-tools.ts';

type RunEnding = CrawlEnding & { readonly rules: readonly RuleTableRow[] };

/** A run of a project: one step after the other, each with an engine of its own over the same frontier. */
export class StepRun {
  readonly #parts: StepRunParts;
  readonly #access: SiteAccess;
  readonly #rules: UserRules | null;
  readonly #budgets: Budgets;
  readonly #leftOut = new LeftOutCounts();
  readonly #seen: SeenIdentities;
  readonly #totals = new RunTotals(Date.now);
  #place: Pick<StepRunState, 'step' | 'begun' | 'starts'>;
  #engine: CrawlEngine | null = null;
  #tracker: PageTracker | null = null;
  /** Adds the pages that a sitemap names; a project with steps says itself where to look. */
  #addListed: ((links: readonly DocumentLink[]) => void) | null = null;

  private constructor(parts: StepRunParts, session: HttpSession, seen: SeenIdentities) {
    const { definition, run } = parts;
    this.#parts = parts;
    this.#seen = seen;
    const saved = readStepRunState(run.savedState);
    this.#place = { step: saved.step, begun: saved.begun, starts: saved.starts };
    this.#budgets = Budgets.restore(saved.budgets === null ? [] : [saved.budgets]);
    const { rules = [] } = definition;
    const counts = RuleCounts.merge(saved.ruleCounts === null ? [] : [saved.ruleCounts]);
    this.#rules = rules.length === 0 ? null : { ruleSet: compileRules(rules), counts };
    this.#access = new SiteAccess(parts, session, saved.formsSent, (links) => this.#addListed?.(links));
  }

  static async open(parts: StepRunParts): Promise<StepRun> {
    const session = await openSession(parts.definition, parts.secrets, parts.folder);
    const seen = new SeenIdentities();
    for await (const hashes of parts.store.frontier.identityHashes(parts.run.id)) seen.addAll(hashes);
    return new StepRun(parts, session, seen);
  }

  /** Takes the steps that are left. */
  async take(): Promise<RunEnding> {
    const { store, run, project, resumed, onEvent, signal } = this.#parts;
    const queued = await store.frontier.count(run.id);
    onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
    const stop = () => this.#engine?.stop('interrupted');
    signal.addEventListener('abort', stop);
    try {
      const paused = await this.#takeSteps().catch(async (error: unknown) => {
        if (error instanceof StepError) await this.#pause(error.message);
        throw error;
      });
      if (paused !== null) return this.#end('paused', paused);
      await store.runs.change(run.id, { state: 'finished', at: Date.now() });
      const ending = this.#end('finished', null);
      await this.#access.entrances.logOut();
      return ending;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Why the run paused; null when all steps are done. */
  async #takeSteps(): Promise<string | null> {
    const { definition, signal, settings } = this.#parts;
    const limits = limitsOf(settings);
    const steps = stepsOf(definition);
    for (let step = steps[this.#place.step]; step !== undefined; step = steps[this.#place.step]) {
      if (signal.aborted) return this.#pause('interrupted');
      const usedUp = this.#totals.reached(limits);
      if (usedUp !== null) return this.#pause(usedUp);
      const place = this.#place.step;
      const arrivals = await this.#arrive(place).catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      if (signal.aborted) return this.#pause('interrupted');
      if (step.collect !== false) {
        const ending = await this.#walk(step, arrivals).catch((error: unknown) => {
          throw stepFailure(nameOfStep(definition, place), error, this.#parts.secrets.redactor);
        });
        // The engine of a step knows only what was left of the limits.
        if (ending.state === 'paused')
          return this.#pause(
            signal.aborted ? 'interrupted' : (this.#totals.reached(limits) ?? 'interrupted'),
          );
      }
      this.#place = { step: place + 1, begun: false, starts: [] };
      await this.#save();
    }
    return null;
  }

  /** Logs in if need be, and takes the way into the step, unless its pages are in the frontier already. */
  async #arrive(place: number): Promise<readonly Arrival[]> {
    await this.#access.entrances.logInFor(this.#place.begun ? place + 1 : place);
    return this.#place.begun ? [] : this.#access.entrances.enter(place);
  }

  /** Fills the frontier from where the step arrived, and walks it until it is empty. */
  async #walk(step: StepEntry, arrivals: readonly Arrival[]): Promise<CrawlEnding> {
    const { store, run, settings, onEvent, definition, secrets, signal } = this.#parts;
    const tracker = await this.#trackSite();
    const starts = this.#place.begun ? this.#place.starts : arrivals.map(({ page }) => page.url);
    this.#place = { ...this.#place, begun: true, starts };
    const discovery = await this.#discoveryOf(step, starts);
    const begin = stepBeginnings(arrivals, discovery, secrets.redactor);
    const engine = new CrawlEngine({
      store,
      run,
      tools: {
        fetcher: this.#access.fetcher,
        tracker,
        readsAllLinks: true,
        robots: this.#access.robots,
        judgeContent: judgeContent({ maxBytes: settings.maxPageBytes ?? largestPage }),
        discovery,
        leftOut: this.#leftOut,
        onStartMoved: () => undefined, // the redirects of a start were followed on the way in
        step: stepTools(step, this.#rules, this.#access.forms),
        now: Date.now,
      },
      scheduler: this.#access.scheduler,
      state: () => this.#state(),
      endsRun: false,
      limits: this.#totals.remaining(limitsOf(settings)),
      concurrency: Math.max(concurrencyOf(settings, 'pages'), 16),
      attempts: settings.attempts,
      retryDelay: RETRY_DELAY,
      onEvent: (event) => {
        if (event.event !== 'ended') onEvent(event);
      },
    });
    this.#engine = engine;
    if (definition.steps === undefined) {
      this.#addListed = (links) => engine.addStarts(discovery.discover(links, noPage));
    }
    const progress = setInterval(
      () => onEvent({ event: 'progress', ...this.#totals.with(engine.progress()) }),
      500,
    );
    try {
      if (signal.aborted) engine.stop('interrupted');
      const ending = await engine.run(begin);
      const isLast =
        stepsOf(definition).findLastIndex(({ collect }) => collect !== false) === this.#place.step;
      const all = ending.state === 'finished' && isLast ? await this.#visitOrphans(engine) : ending;
      this.#totals.add(all);
      return all;
    } finally {
      clearInterval(progress);
      this.#engine = null;
      this.#addListed = null;
    }
  }

  /** Pages of earlier runs that no step led to any more are fetched before they are judged (A4). */
  async #visitOrphans(engine: CrawlEngine): Promise<CrawlEnding> {
    const { store, run, definition } = this.#parts;
    const collecting = stepsOf(definition).filter(({ collect }) => collect !== false);
    const discoveries = await Promise.all(collecting.map((step) => this.#discoveryOf(step, [])));
    const excluded = await queueOrphans(store, run, discoveries, this.#seen);
    if (excluded > 0 && run.knownPages !== null) {
      const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
      const knownPages = { ...run.knownPages, due: run.knownPages.due - excluded, excluded };
      await store.commit({ projectId: run.projectId, runId: run.id, ...nothing, knownPages });
    }
    return engine.run([]);
  }

  async #discoveryOf(step: StepEntry, starts: readonly string[]): Promise<PageDiscovery> {
    const { definition, settings, protocol } = this.#parts;
    const { knowledge } = await this.#trackSite();
    return stepDiscovery({
      definition,
      settings,
      protocol,
      step,
      starts,
      budgets: this.#budgets,
      rules: this.#rules,
      seen: this.#seen,
      leftOut: this.#leftOut,
      names: knowledge,
      logsOut: this.#access.keepsSecrets ? (url) => this.#access.entrances.logsOut(url) : null,
    });
  }

  /** Judges the visits of all steps. */
  async #trackSite(): Promise<PageTracker> {
    const { store, run, project, settings, folder, signal } = this.#parts;
    this.#tracker ??= await siteTracking({
      store,
      run,
      start: project.startUrl,
      fetcher: this.#access.fetcher,
      session: this.#access.session,
      isMember: this.#access.membership.isMember,
      settings,
      folder,
      seen: this.#seen,
      asksConditionally: false, // the steps lead through pages, changed or not
      mayFetch: async (url) => (await this.#access.robots.refusal(url)) === null,
      flush: async () => this.#engine?.flush(),
      signal,
    });
    return this.#tracker;
  }

  #state(): string {
    const state: StepRunState = {
      ...this.#place,
      formsSent: this.#access.forms.sent,
      budgets: this.#budgets.state(),
      ruleCounts: this.#rules?.counts.state() ?? null,
    };
    return JSON.stringify(state);
  }

  #save(): Promise<void> {
    const { store, run } = this.#parts;
    const nothing = { visits: [], contents: [], discovered: [], leftOut: this.#leftOut.take() };
    return store.commit({ projectId: run.projectId, runId: run.id, ...nothing, savedState: this.#state() });
  }

  async #pause(reason: string): Promise<string> {
    const { store, run } = this.#parts;
    await store.runs.change(run.id, { state: 'paused', at: Date.now(), pauseReason: reason });
    return reason;
  }

  #end(state: CrawlEnding['state'], reason: string | null): RunEnding {
    const ending = this.#totals.ending(state, reason);
    this.#parts.onEvent({ event: 'ended', ...ending });
    return { ...ending, rules: this.#rules === null ? [] : this.#rules.counts.table(this.#rules.ruleSet) };
  }
}
