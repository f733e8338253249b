import type { PageProtocol, PageSpider, RetryPolicy } from '../../fetch/index.ts';
import { Budgets, type StepEntry, type UserRules } from '../../project/index.ts';
import { FrontierRoom } from '../frontier/frontier-room.ts';
import { KnownPages } from '../frontier/known-pages.ts';
import { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { SeenIdentities } from '../frontier/seen-identities.ts';
import { type SiteAccess, siteAccess } from '../site/site-access.ts';
import { retriesOf } from '../site/site-network.ts';
import { type SiteTracking, siteTracking } from '../site/site-tracking.ts';
import { readStepRunState, type StepRunState } from '../steps/step-run-state.ts';
import type { NewTextReader, VisitObserver } from '../visit-observer.ts';
import { collectedByRun, type RunDefinition } from './define-run.ts';
import type { RunContext } from './run-context.ts';
import { frontierLimitOf } from './run-settings.ts';

/** The context of a run over pages: how it accesses and tracks its site, and what its steps share. */
export interface PageRunContext extends RunContext, SiteAccess, SiteTracking {
  readonly protocol: PageProtocol;
  readonly retries: RetryPolicy;
  /** Whether links are also followed on unchanged pages. If not, their links are already known. */
  readonly readsAllLinks: boolean;
  readonly seen: SeenIdentities;
  readonly room: FrontierRoom;
  readonly leftOut: LeftOutCounts;
  readonly budgets: Budgets;
  readonly rules: UserRules | null;
  /** Null when the project looks for nothing and notifies no one. */
  readonly observer: VisitObserver | null;
  readonly known: KnownPages;
  /** Links that must not be followed while logged in; null without a log-in. */
  readonly isNeverFollowed: ((url: string) => boolean) | null;
  readonly saved: StepRunState;
  /** Closes the connections and the browser of the run. */
  close(): Promise<void>;
}

/** How many addresses wait in the whole run, where other processes add to it. */
type WaitingEverywhere = () => Promise<number>;

/** Opens the context of a run. */
export async function openPageRun(
  run: RunContext,
  protocol: PageProtocol,
  waitingEverywhere?: WaitingEverywhere,
): Promise<PageRunContext> {
  const spider = await protocol.start({ url: run.definition.source });
  try {
    return await contextWith(spider, run, protocol, waitingEverywhere);
  } catch (error) {
    await spider.close();
    throw error;
  }
}

async function contextWith(
  spider: PageSpider,
  context: RunContext,
  protocol: PageProtocol,
  waitingEverywhere: WaitingEverywhere | undefined,
): Promise<PageRunContext> {
  const { definition, store, request, run, isShared, retryDelays } = context;
  const saved = readStepRunState(run.savedState);
  const retries = retriesOf(definition.settings, retryDelays);
  const leftOut = new LeftOutCounts();
  const access = await siteAccess(context, {
    protocol,
    spider,
    retries,
    formsSent: saved.formsSent,
    leftOut,
  });
  const fetchesAll = request.visits === 'everything';
  const seen = new SeenIdentities();
  const tracking = await siteTracking(context, access, { asksConditionally: !fetchesAll, seen });
  for await (const hashes of store.frontier.identityHashes(run.id)) seen.addAll(hashes);
  const collecting = definition.steps.filter(isCollected).length;
  const known = new KnownPages({
    store,
    run,
    seen,
    names: tracking.tracker.knowledge,
    hasOneStep: collecting === 1,
    isShared,
    onlyDue: request.onlyDue ?? false,
    now: Date.now(),
  });
  const room = new FrontierRoom({
    most: () => frontierLimitOf(definition.settings) + known.due,
    ...(waitingEverywhere !== undefined && { waitingEverywhere }),
  });
  return {
    ...context,
    ...access,
    ...tracking,
    protocol,
    retries,
    // With several steps, links count for the step that visits the page first, which may differ from run to run.
    readsAllLinks: fetchesAll || collecting > 1 || !(await knowsAllLinks(context)),
    seen,
    room,
    leftOut,
    budgets: Budgets.restore(saved.budgets === null ? [] : [saved.budgets]),
    rules: await userRules(definition, saved),
    observer: await observerOfRun(context, tracking.tracker),
    known,
    isNeverFollowed: access.keepsSecrets ? await neverFollowed(definition, access) : null,
    saved,
    close: async () => {
      await access.rendering?.renderer.close();
      await spider.close();
    },
  };
}

/** Null when the project looks for nothing and notifies no one: then neither detectors nor channels are loaded. */
export async function observerOfRun(
  context: RunContext,
  reader: NewTextReader,
): Promise<VisitObserver | null> {
  const { detectors, notify } = context.definition;
  if (detectors.length === 0 && notify.length === 0) return null;
  const { visitEvents } = await import('../events/visit-events.ts');
  return visitEvents(context, reader);
}

/** Runs without rules need no parser for patterns. */
async function userRules({ rules }: RunDefinition, { ruleCounts }: StepRunState): Promise<UserRules | null> {
  if (rules.length === 0) return null;
  const { compileRules, RuleCounts } = await import('../../project/index.ts');
  return { ruleSet: compileRules(rules), counts: RuleCounts.merge(ruleCounts === null ? [] : [ruleCounts]) };
}

/** Links that log out, and those that the project names. */
async function neverFollowed(
  { session }: RunDefinition,
  { siteLogin }: SiteAccess,
): Promise<(url: string) => boolean> {
  const logsOut = (url: string) => siteLogin.navigator.logsOut(url);
  const patterns = session?.neverFollow ?? [];
  if (patterns.length === 0) return logsOut;
  const { anyPattern } = await import('../../project/index.ts');
  const isNamed = anyPattern(patterns);
  return (url) => isNamed(url) || logsOut(url);
}

/**
 * Whether earlier runs followed the links of pages that have not changed since: they collected the same pages, and the
 * last one did not find out that it had confused pages.
 */
async function knowsAllLinks(context: RunContext): Promise<boolean> {
  const { store, project, definition } = context;
  const before = (await store.runs.list(project.id)).find(({ state }) => state === 'finished');
  if (before === undefined) return false;
  const learned = await store.learned.list(project.id);
  const wasMistaken = learned.some(
    ({ kind, state, changedRunId }) => kind === 'url' && state === 'withdrawn' && changedRunId >= before.id,
  );
  if (wasMistaken) return false;
  return (await collectedByRun(project.startUrl, before.settings, context)) === definition.collects;
}

/** Whether the pages of a step are stored. If not, the step only leads to the next one. */
export const isCollected = ({ collect }: StepEntry): boolean => collect !== false;
