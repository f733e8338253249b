import { commitRows } from '../../crawl/commit-rows.ts';
import { type BegunRun, withDefaults } from '../../crawl/run/begin-run.ts';
import { defineRun } from '../../crawl/run/define-run.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { openPageRun } from '../../crawl/run/page-run-context.ts';
import type { RunContext } from '../../crawl/run/run-context.ts';
import { runNotices } from '../../crawl/run/run-notices.ts';
import type { RunDependencies, RunEnding, RunRequest } from '../../crawl/run/run-request.ts';
import { siteProtocols } from '../../crawl/site/protocols.ts';
import { readStepRunState, type StepRunState } from '../../crawl/steps/step-run-state.ts';
import type { Run } from '../../crawl/tables/run.ts';
import { findAliases } from '../../crawl/track/find-aliases.ts';
import type { Store } from '../../database/store.ts';
import { lists, type PageProtocol } from '../../fetch/index.ts';
import { Budgets, RuleCounts, scopePrefix } from '../../project/index.ts';
import type { IdentityRule } from '../../url/index.ts';
import type { HostJobCounts, HostJobRecord } from './tables/cluster-tables.ts';

/** A run whose hosts are visited by several workers. */
export interface DistributedRun {
  readonly context: RunContext;
  readonly protocol: PageProtocol;
}

/**
 * The plan for visiting the hosts of a run with several workers; null when one worker must visit them all. One worker visits all hosts when something
 * spans them: steps, log-ins and forms, limits of bytes and time, matches that are reported once among similar pages, and sites that write session ids
 * into their addresses.
 */
export async function asDistributed({ context, protocol }: BegunRun): Promise<DistributedRun | null> {
  const { definition, store, project } = context;
  const { hasOwnSteps, session, hasAccount, forms, settings, detectors } = definition;
  const { scope, maxBytes, maxTime, bandwidth } = settings;
  if (lists(protocol) || hasOwnSteps || session !== null || hasAccount || forms.length > 0) return null;
  if ([maxBytes, maxTime, bandwidth].some((limit) => limit !== null)) return null;
  if (detectors.some((detector) => 'similar' in detector)) return null;
  const hosts = new Set(scope.map((text) => scopePrefix(text).host));
  if (hosts.size < 2 && ![...hosts].some((host) => host.startsWith('*.'))) return null;
  if (await hasSessionIds(store, project.id)) return null;
  return { context: { ...context, isShared: true }, protocol };
}

export async function hasSessionIds(store: Store, projectId: number): Promise<boolean> {
  const learned = await store.learned.list(projectId);
  return learned.some(
    ({ kind, rule, state }) =>
      kind === 'url' && state === 'on' && (JSON.parse(rule) as IdentityRule).kind === 'session id',
  );
}

interface OpenedRun {
  readonly request: RunRequest;
  readonly runId: number;
  readonly signal: AbortSignal;
}

/** The job of one host; null when the run is no longer under way. */
export async function openHostJob(
  given: RunDependencies,
  opened: OpenedRun,
  { host, savedState }: Pick<HostJobRecord, 'host' | 'savedState'>,
): Promise<DistributedRun | null> {
  const shared = await openDistributed(given, opened);
  if (shared === null) return null;
  const { context, protocol } = shared;
  const run = { ...context.run, savedState: JSON.stringify(stateOfHostJob(context.run, host, savedState)) };
  return { context: { ...context, run, ownsHost: (of) => of === host }, protocol };
}

/** The whole run when no host job is left; null when it is no longer under way. */
export async function openDistributed(
  given: RunDependencies,
  { request, runId, signal }: OpenedRun,
): Promise<DistributedRun | null> {
  const process = withDefaults(given);
  const { store } = process;
  const project = await store.projects.find(request.project);
  const run = project === null ? null : await store.runs.latest(project.id);
  if (project === null || run === null || run.id !== runId || run.state !== 'running') return null;
  // Uses the definition from the start of the run: the project may have been edited since.
  const definition = await defineRun({ ...project, settings: run.settings }, request, process);
  const protocol = siteProtocols(definition, process).protocolOf(definition.source);
  if (lists(protocol))
    throw new AppError(
      'APP_PROJECT_CHANGED',
      `the project "${project.name}" was changed meanwhile: start again`,
    );
  const context: RunContext = {
    ...process,
    definition,
    request,
    project,
    run,
    signal,
    isResumed: true,
    ownsHost: () => true,
    isShared: true,
    onEvent: process.onEvent ?? (() => undefined),
    pausedBecause: () => null,
  };
  return { context, protocol };
}

/** The initial state comes from the plan of the run. Decisions of rules in the plan are counted there, so counts start empty here. */
function stateOfHostJob(run: Run, host: string, savedState: string | null): StepRunState {
  const plan = readStepRunState(run.savedState);
  if (savedState !== null) return { ...plan, ...(JSON.parse(savedState) as Partial<StepRunState>) };
  const budgets = plan.budgets === null ? null : Budgets.restore([plan.budgets]).stateOf(host);
  return { ...plan, budgets, ruleCounts: null };
}

/** The saved states of the plan and all host jobs, merged. */
function stateOfAll(run: Run, hostJobs: readonly Pick<HostJobRecord, 'savedState'>[]): StepRunState {
  const plan = readStepRunState(run.savedState);
  const saved = hostJobs.flatMap(({ savedState }) =>
    savedState === null ? [] : [JSON.parse(savedState) as Pick<StepRunState, 'budgets' | 'ruleCounts'>],
  );
  const there = (values: readonly unknown[]) =>
    values.filter((value) => value !== null && value !== undefined);
  return {
    ...plan,
    budgets: Budgets.restore(there([plan.budgets, ...saved.map(({ budgets }) => budgets)])).state(),
    ruleCounts: RuleCounts.merge(
      there([plan.ruleCounts, ...saved.map(({ ruleCounts }) => ruleCounts)]),
    ).state(),
  };
}

interface FinishedHostJobs {
  readonly hostJobs: readonly HostJobRecord[];
  readonly totals: HostJobCounts & { readonly hosts: number };
  /** Why the user paused the run; null when no user did. */
  readonly pausedBecause: string | null;
  /** Adds the counts of the host jobs to the run. */
  readonly sum: (isFinished: boolean) => Promise<void>;
}

/** Does the work that concerns the run as a whole, when all of its host jobs are done or paused. */
export async function finishDistributed(
  { context, protocol }: DistributedRun,
  { hostJobs, totals, pausedBecause, sum }: FinishedHostJobs,
): Promise<RunEnding> {
  const { run, store, clock } = context;
  const savedState = JSON.stringify(stateOfAll(run, hostJobs));
  const pause = pauseOf(hostJobs, pausedBecause);
  const pages = await openPageRun({ ...context, run: { ...run, savedState } }, protocol);
  try {
    const { rules } = pages;
    if (pause === null) await findAliases(pages);
    else await commitRows(context, { savedState });
    await sum(pause === null);
    const at = clock.now();
    await commitRows(context, {
      run:
        pause === null
          ? { state: 'finished', at }
          : { state: 'paused', at, pauseReason: pause.reason, resumeAt: pause.resumeAt },
    });
    return {
      ...totals,
      requested: totals.pages + totals.errors,
      inFlight: 0,
      ms: at - run.startedAt,
      state: pause === null ? 'finished' : 'paused',
      reason: pause?.reason ?? null,
      resumeAt: pause?.resumeAt ?? null,
      rules: rules === null ? [] : rules.counts.table(rules.ruleSet),
      notices: await runNotices(store, run),
    };
  } finally {
    await pages.close();
  }
}

/** The user's reason has priority, then errors, then the wait that ends first. */
function pauseOf(
  hostJobs: readonly HostJobRecord[],
  pausedBecause: string | null,
): { readonly reason: string; readonly resumeAt: number | null } | null {
  const paused = hostJobs.filter(({ state }) => state === 'paused');
  if (paused.length === 0) return null;
  if (pausedBecause !== null) return { reason: pausedBecause, resumeAt: null };
  const [first] = paused.toSorted((a, b) => (a.resumeAt ?? 0) - (b.resumeAt ?? 0));
  return { reason: first?.reason ?? '', resumeAt: first?.resumeAt ?? null };
}
