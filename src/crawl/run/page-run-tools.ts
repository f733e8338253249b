import { type PageProtocol, type PageSpider, type RetryPolicy, usualRetries } from '../../fetch/index.ts';
import { Budgets, type StepEntry, type UserRules } from '../../project/index.ts';
import type { DetectStage } from '../detect-stage.ts';
import type { DrawnAddresses } from '../drawn/drawn-addresses.ts';
import { FrontierRoom } from '../frontier/frontier-room.ts';
import { KnownPages } from '../frontier/known-pages.ts';
import { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { SeenIdentities } from '../frontier/seen-identities.ts';
import { type SiteAccess, siteAccess } from '../site/site-access.ts';
import { siteTracking } from '../site/site-tracking.ts';
import { readStepRunState, type StepRunState } from '../steps/step-run-state.ts';
import type { PageTracker } from '../track/page-tracker.ts';
import { renamePages } from '../track/rename-pages.ts';
import type { TwinFetch } from '../track/twin-fetch.ts';
import { collectedByRun, type RunDefinition } from './define-run.ts';
import { detectorsOfRun } from './detectors-of-run.ts';
import { frontierLimitOf } from './run-settings.ts';
import type { RunParts } from './runner.ts';
import type { DiscoveryParts } from './step-discovery.ts';

/** Everything that the steps of a run share. */
export interface PageRunTools {
  readonly spider: PageSpider;
  readonly retries: RetryPolicy;
  readonly access: SiteAccess;
  readonly tracker: PageTracker;
  readonly drawn: DrawnAddresses | null;
  readonly twins: TwinFetch | null;
  readonly readsAllLinks: boolean;
  readonly seen: SeenIdentities;
  readonly room: FrontierRoom;
  readonly leftOut: LeftOutCounts;
  readonly budgets: Budgets;
  readonly rules: UserRules | null;
  /** Null when the project looks for nothing and tells nobody. */
  readonly detect: DetectStage | null;
  readonly known: KnownPages;
  readonly discoveryParts: DiscoveryParts;
  readonly saved: StepRunState;
}

/** How many addresses wait in the whole run, where other processes add to it. */
type WaitingEverywhere = () => Promise<number>;

/** Puts the parts of a run together, each after the parts it needs. */
export async function pageRunTools(
  parts: RunParts,
  protocol: PageProtocol,
  waitingEverywhere?: WaitingEverywhere,
): Promise<PageRunTools> {
  const spider = await protocol.start({ url: parts.definition.source });
  try {
    return await toolsWith(spider, parts, protocol, waitingEverywhere);
  } catch (error) {
    await spider.close();
    throw error;
  }
}

async function toolsWith(
  spider: PageSpider,
  parts: RunParts,
  protocol: PageProtocol,
  waitingEverywhere: WaitingEverywhere | undefined,
): Promise<PageRunTools> {
  const { definition, surroundings, request, run } = parts;
  const { store, retryDelays } = surroundings;
  const saved = readStepRunState(run.savedState);
  const retries = { ...usualRetries, ...retryDelays, attempts: definition.settings.attempts };
  const leftOut = new LeftOutCounts();
  const access = await siteAccess(parts, protocol, spider, retries, saved.formsSent, leftOut);
  const fetchesAll = request.visits === 'everything';
  const seen = new SeenIdentities();
  const { tracker, drawn, twins } = await siteTracking(parts, access, !fetchesAll, seen);
  for await (const hashes of store.frontier.identityHashes(run.id)) seen.addAll(hashes);
  const budgets = Budgets.restore(saved.budgets === null ? [] : [saved.budgets]);
  const rules = await userRules(definition, saved);
  const collecting = definition.steps.filter(isCollected).length;
  const known = new KnownPages({
    store,
    run,
    seen,
    names: tracker.knowledge,
    hasOneStep: collecting === 1,
    isShared: parts.isShared,
    onlyDue: request.onlyDue ?? false,
    now: Date.now(),
  });
  const room = new FrontierRoom({
    most: () => frontierLimitOf(definition.settings) + known.due,
    ...(waitingEverywhere !== undefined && { waitingEverywhere }),
  });
  return {
    spider,
    retries,
    access,
    tracker,
    drawn,
    twins,
    // With several steps, links count for the step that visits the page first, which may be another one this time.
    readsAllLinks: fetchesAll || collecting > 1 || !(await knowsAllLinks(parts)),
    seen,
    leftOut,
    budgets,
    rules,
    detect: await detectorsOfRun(parts, tracker),
    known,
    room,
    discoveryParts: {
      definition,
      own: parts.own,
      protocol,
      budgets,
      rules,
      seen,
      leftOut,
      names: tracker.knowledge,
      room,
      isNeverFollowed: access.keepsSecrets ? await neverFollowed(definition, access) : null,
    },
    saved,
  };
}

/** Gives the stored pages the names that follow from what is known about the site now. */
export function renameStored(
  { surroundings, run }: RunParts,
  { tracker, seen, leftOut }: PageRunTools,
): Promise<void> {
  return renamePages({ store: surroundings.store, run, knowledge: tracker.knowledge, seen, leftOut });
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
  { doors }: SiteAccess,
): Promise<(url: string) => boolean> {
  const logsOut = (url: string) => doors.entrances.logsOut(url);
  const patterns = session?.neverFollow ?? [];
  if (patterns.length === 0) return logsOut;
  const { anyPattern } = await import('../../project/index.ts');
  const isNamed = anyPattern(patterns);
  return (url) => isNamed(url) || logsOut(url);
}

/**
 * Whether earlier runs followed the links of pages that have not changed since: they collected the same pages, and the
 * last one did not find out that it had taken pages for others.
 */
async function knowsAllLinks({ surroundings, project, definition }: RunParts): Promise<boolean> {
  const { store } = surroundings;
  const before = (await store.runs.list(project.id)).find(({ state }) => state === 'finished');
  if (before === undefined) return false;
  const learned = await store.learned.list(project.id);
  const wasMistaken = learned.some(
    ({ kind, state, changedRunId }) => kind === 'url' && state === 'withdrawn' && changedRunId >= before.id,
  );
  if (wasMistaken) return false;
  return (await collectedByRun(project.startUrl, before.settings, surroundings)) === definition.collects;
}

/** Whether the pages of a step are kept. If not, the step only leads to the next one. */
export const isCollected = ({ collect }: StepEntry): boolean => collect !== false;
