import { HostScheduler, politeLimits } from '../../access/index.ts';
import {
  type Arrival,
  type CrawlEnding,
  CrawlEngine,
  type DocumentLink,
  LeftOutCounts,
  type PageDiscovery,
  PageForms,
  type PageTracker,
  queueOrphans,
  type RobotsGate,
  readStepRunState,
  SeenIdentities,
  StepError,
  type StepRunState,
  type StepVisitor,
  stepFailure,
} from '../../crawl/index.ts';
import type { HttpFetcher, HttpSession } from '../../fetch/index.ts';
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
import { largestPage } from '../crawl-settings.ts';
import { RETRY_DELAY, siteFetcher } from '../site-fetcher.ts';
import { siteTracking } from '../site-tracking.ts';
import { duringHours } from './allowed-hours.ts';
import { formPlan } from './form-plan.ts';
import { Membership } from './membership.ts';
import { namedHosts } from './named-hosts.ts';
import { openSession, withToken } from './open-session.ts';
import { politeVisitor } from './polite-visitor.ts';
import { limitsOf, RunTotals } from './run-totals.ts';
import { siteRobots } from './site-robots.ts';
import { stepBeginnings } from './step-beginnings.ts';
import { stepDiscovery } from './step-discovery.ts';
import { StepEntrances, stepsOf } from './step-entrances.ts';
import type { StepRunParts } from './step-run-parts.ts';
import { stepTools } from './step-tools.ts';
import { withoutSecrets } from './without-secrets.ts';

type RunEnding = CrawlEnding & { readonly rules: readonly RuleTableRow[] };

/** A run of a project: one step after the other, each with an engine of its own over the same frontier. */
export class StepRun {
  readonly #parts: StepRunParts;
  readonly #fetcher: HttpFetcher;
  /** The same with the project's token, in its hours. */
  readonly #site: Pick<HttpFetcher, 'fetch'>;
  readonly #session: HttpSession;
  readonly #membership: Membership;
  readonly #entrances: StepEntrances;
  readonly #forms: PageForms;
  readonly #scheduler: HostScheduler;
  readonly #robots: RobotsGate;
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
    const { definition, settings, secrets, run } = parts;
    this.#parts = parts;
    this.#session = session;
    this.#seen = seen;
    const saved = readStepRunState(run.budgets);
    this.#place = { step: saved.step, begun: saved.begun, starts: saved.starts };
    this.#budgets = Budgets.restore(saved.budgets === null ? [] : [saved.budgets]);
    const { rules = [] } = definition;
    const counts = RuleCounts.merge(saved.ruleCounts === null ? [] : [saved.ruleCounts]);
    this.#rules = rules.length === 0 ? null : { ruleSet: compileRules(rules), counts };
    this.#fetcher = siteFetcher(namedHosts(definition), settings);
    this.#site = duringHours(
      withToken(this.#fetcher, definition, secrets),
      definition.limits?.hours ?? [],
      parts.signal,
      parts.clock,
      (until) => parts.onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
    );
    const fetcher = this.#site;
    const { delay, attempts, concurrency } = settings;
    const ask = politeVisitor({ fetcher, session, delay, attempts });
    this.#membership = new Membership(definition, secrets, ask);
    const visit: StepVisitor = (request) => this.#membership.visit(request.url, () => ask(request));
    this.#entrances = new StepEntrances(definition, secrets, this.#membership, visit);
    const forms = (definition.forms ?? []).map((form) => formPlan(form, secrets));
    this.#forms = new PageForms(forms, saved.formsSent, visit);
    this.#scheduler = new HostScheduler({ ...politeLimits, delay, concurrency });
    this.#robots = siteRobots({
      fetcher: this.#site,
      session,
      settings,
      scheduler: this.#scheduler,
      onListed: (links) => this.#addListed?.(links),
    });
  }

  static async open(parts: StepRunParts): Promise<StepRun> {
    const session = await openSession(parts.definition, parts.secrets, parts.folder);
    const seen = new SeenIdentities();
    for await (const hashes of parts.store.frontier.identityHashes(parts.run.id)) seen.addAll(hashes);
    return new StepRun(parts, session, seen);
  }

  close(): Promise<void> {
    return this.#fetcher.close();
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
      await this.#entrances.logOut();
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
    await this.#entrances.logInFor(this.#place.begun ? place + 1 : place);
    return this.#place.begun ? [] : this.#entrances.enter(place);
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
        fetcher: this.#memberFetcher(),
        tracker,
        readsAllLinks: true,
        robots: this.#robots,
        judgeContent: judgeContent({ maxBytes: settings.maxPageBytes ?? largestPage }),
        discovery,
        leftOut: this.#leftOut,
        onStartMoved: () => undefined, // the redirects of a start were followed on the way in
        step: stepTools(step, this.#rules, this.#forms),
        now: Date.now,
      },
      scheduler: this.#scheduler,
      state: () => this.#state(),
      endsRun: false,
      limits: this.#totals.remaining(limitsOf(settings)),
      concurrency: Math.max(settings.concurrency, 16),
      attempts: settings.attempts,
      retryDelay: RETRY_DELAY,
      onEvent: (event) => {
        if (event.event !== 'ended') onEvent(event);
      },
    });
    this.#engine = engine;
    if (definition.steps === undefined) {
      this.#addListed = (links) =>
        engine.addStarts(discovery.discover(links, { pageId: null, host: null, depth: 0, nofollow: false }));
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
    if (excluded > 0 && run.plan !== null) {
      const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
      const plan = { ...run.plan, due: run.plan.due - excluded, excluded };
      await store.commit({ projectId: run.projectId, runId: run.id, ...nothing, plan });
    }
    return engine.run([]);
  }

  async #discoveryOf(step: StepEntry, starts: readonly string[]): Promise<PageDiscovery> {
    const { definition, settings } = this.#parts;
    const { knowledge } = await this.#trackSite();
    return stepDiscovery({
      definition,
      settings,
      step,
      starts,
      budgets: this.#budgets,
      rules: this.#rules,
      seen: this.#seen,
      leftOut: this.#leftOut,
      names: knowledge,
      logsOut: this.#keepsSecrets ? (url) => this.#entrances.logsOut(url) : null,
    });
  }

  /** Judges the visits of all steps. */
  async #trackSite(): Promise<PageTracker> {
    const { store, run, project, settings, folder, signal } = this.#parts;
    this.#tracker ??= await siteTracking({
      store,
      run,
      start: project.startUrl,
      fetcher: this.#memberFetcher(),
      session: this.#session,
      isMember: this.#membership.isMember,
      settings,
      folder,
      seen: this.#seen,
      asksConditionally: false, // the steps lead through pages, changed or not
      flush: async () => this.#engine?.flush(),
      signal,
    });
    return this.#tracker;
  }

  /** Whether there is something that must not be kept: a session, or a secret. */
  get #keepsSecrets(): boolean {
    return this.#membership.isMember || this.#parts.secrets.any;
  }

  #memberFetcher(): Pick<HttpFetcher, 'fetch'> {
    const member = {
      fetch: (request: Parameters<HttpFetcher['fetch']>[0]) =>
        this.#membership.visit(request.url, () => this.#site.fetch(request)),
    };
    return this.#keepsSecrets ? withoutSecrets(member, this.#parts.secrets.redactor) : member;
  }

  #state(): string {
    const state: StepRunState = {
      ...this.#place,
      formsSent: this.#forms.sent,
      budgets: this.#budgets.state(),
      ruleCounts: this.#rules?.counts.state() ?? null,
    };
    return JSON.stringify(state);
  }

  #save(): Promise<void> {
    const { store, run } = this.#parts;
    const nothing = { visits: [], contents: [], discovered: [], leftOut: this.#leftOut.take() };
    return store.commit({ projectId: run.projectId, runId: run.id, ...nothing, budgets: this.#state() });
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
