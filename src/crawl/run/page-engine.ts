import type { Store } from '../../database/store.ts';
import { judgeContent, type StepEntry } from '../../project/index.ts';
import type { Committer } from '../engine/committer.ts';
import { CrawlEngine } from '../engine/crawl-engine.ts';
import type { CrawlLimits } from '../engine/crawl-progress.ts';
import { SessionDoubts } from '../session-doubts.ts';
import type { StepTools } from '../steps/step-tools.ts';
import type { Run } from '../tables/records.ts';
import { type PageRunTools, renameStored } from './page-run-tools.ts';
import { concurrencyOf, largestPage } from './run-settings.ts';
import type { RunParts } from './runner.ts';
import type { StepDiscovery } from './step-discovery.ts';

/** At least this many requests at the same time over all hosts; each host has its own limit. */
const LEAST_CONCURRENCY = 16;

interface PageEngineParts {
  readonly committer: Committer;
  readonly found: StepDiscovery;
  readonly step: StepEntry;
  /** How far it may go. */
  readonly limits: CrawlLimits;
}

/** The engine of one step, with the tools that all steps share. */
export async function pageEngine(
  parts: RunParts,
  tools: PageRunTools,
  { committer, found, step, limits }: PageEngineParts,
): Promise<CrawlEngine> {
  const { definition, surroundings, run, onEvent } = parts;
  const { settings, hasOwnSteps } = definition;
  const { store } = surroundings;
  const { access, tracker, drawn, detect, known, readsAllLinks, leftOut, retries, room } = tools;
  const engine: CrawlEngine = new CrawlEngine({
    store,
    run,
    tools: {
      fetcher: access.fetcher,
      tracker,
      drawn,
      readsAllLinks,
      robots: access.robots,
      ...(surroundings.turns !== undefined && { turns: surroundings.turns }),
      rendered: access.rendering?.pages ?? null,
      pictures: access.rendering?.pictures ?? null,
      judgeContent: judgeContent({ maxBytes: settings.maxPageBytes ?? largestPage }),
      discovery: found.discovery,
      neverGood: known.neverGood,
      doubts: new SessionDoubts(),
      leftOut,
      originOf: (pageId) => store.pages.origin(pageId),
      onStartMoved: found.startMoved,
      // Gives what is stored the names that follow from what was learned just now.
      renamePages: async () => {
        await committer.commit();
        await renameStored(parts, tools);
        await engine.pagesRenamed();
      },
      askAgain: async (host) => {
        // The second commit takes the pages that were judged while the first was written.
        await committer.commit();
        await committer.commit();
        engine.queuedAgain(host, await askAgain(store, run, host));
      },
      detect,
      step: await toolsOfStep(parts, tools, step),
      now: access.now,
    },
    scheduler: access.scheduler,
    committer,
    room,
    // A project with steps chooses its pages itself.
    listed: hasOwnSteps ? null : access.listed,
    limits,
    concurrency: Math.max(concurrencyOf(settings, 'pages'), LEAST_CONCURRENCY),
    retries,
    longestWait: settings.maxWait * 1000,
    onEvent,
  });
  return engine;
}

/** Null for a step that says nothing about single pages. */
async function toolsOfStep(
  { definition }: RunParts,
  { access, rules }: PageRunTools,
  step: StepEntry,
): Promise<StepTools | null> {
  if (typeof step.collect !== 'object' && rules === null && definition.forms.length === 0) return null;
  const { stepTools } = await import('../steps/step-tools.ts');
  return stepTools(step, rules, access.doors.forms);
}

/** Puts the pages of a host that were answered 304 in this run back into the frontier. Returns how many. */
async function askAgain(
  store: Pick<Store, 'frontier' | 'commit'>,
  { id: runId, projectId }: Run,
  host: string,
): Promise<number> {
  const before = await store.frontier.count(runId);
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  await store.commit({ projectId, runId, ...nothing, untrue304: host });
  return (await store.frontier.count(runId)) - before;
}
