import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { monotonicClock } from '../../base/index.ts';
import {
  FileReceiver,
  folderUrl,
  type ListingProtocol,
  type ListingSpider,
  retry,
} from '../../fetch/index.ts';
import {
  anyPattern,
  compileRules,
  FileScope,
  RuleCounts,
  type SubTree,
  scopePrefix,
} from '../../project/index.ts';
import { waitingEvent } from '../engine/crawl-event.ts';
import type { CrawlProgress } from '../engine/crawl-progress.ts';
import { chosenEquality } from '../equality/chosen-equality.ts';
import { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { comparerOfFiles, FileComparer, FileReader } from '../list/compare-files.ts';
import { type ListContext, ListProgress } from '../list/list-context.ts';
import { listTrees } from '../list/list-trees.ts';
import { FileQueue } from '../list/queue-files.ts';
import { sortFiles } from '../list/sort-files.ts';
import { FileVisits, type Stopped } from '../list/visit-files.ts';
import { GoneSite, Visitors } from '../list/visitors.ts';
import { allowedHours } from '../site/allowed-hours.ts';
import { bandwidthOf, retriesOf } from '../site/site-network.ts';
import { addressIn } from '../steps/run-steps.ts';
import type { RunDefinition } from './define-run.ts';
import { observerOfRun } from './page-run-context.ts';
import type { RunContext, Runner } from './run-context.ts';
import { concurrencyOf, limitsOf } from './run-settings.ts';

/** Visits a site that lists its files: all subtrees together, since they do not link to each other (figure 3-13 of the Smart Crawler paper). */
export async function listRunner(context: RunContext, protocol: ListingProtocol): Promise<Runner> {
  const { definition, project, store, config, retryDelays } = context;
  const { settings, account, source, secrets } = definition;
  const retries = retriesOf(settings, retryDelays);
  const trees = treesOf(definition);
  const [{ root = '' } = {}] = trees;
  const now = monotonicClock();
  const progress = new ListProgress(context, limitsOf(settings), now);
  const { signal } = progress;
  const enter = (attempts: number): Promise<ListingSpider> =>
    retry(() => protocol.start({ url: source, ...(account !== null && { login: account }) }), {
      policy: { ...retries, attempts },
      signal,
    });
  const visitors = new Visitors(enter, {
    most: concurrencyOf(settings, 'files'),
    attempts: settings.attempts,
  });
  const pages = comparerOfFiles(await chosenEquality(settings.compare, definition.folder));
  const reader = new FileReader();
  // A resumed run lists everything again, and so counts everything again.
  const rules =
    definition.rules.length === 0
      ? null
      : { ruleSet: compileRules(definition.rules), counts: new RuleCounts() };
  return new ListRun({
    ...context,
    signal,
    now,
    capabilities: protocol.capabilities,
    visitors,
    gone: new GoneSite(
      () => visitors.use((visitor) => visitor.list(root)),
      (text) => secrets.redactor.text(text),
    ),
    receiver: new FileReceiver({
      folder: join(config.data, 'unfinished', String(project.id)),
      retries,
      ...bandwidthOf(settings),
    }),
    trees,
    rules,
    scope: new FileScope({ trees, maxBytes: settings.maxPageBytes ?? Number.POSITIVE_INFINITY, rules }),
    reader,
    comparer: new FileComparer({
      contents: store.contents,
      reader,
      pages,
      isChosen: settings.compare.length > 0,
    }),
    observer: await observerOfRun(context, pages),
    leftOut: new LeftOutCounts(),
    progress,
    turn: inTurn(context, signal),
  });
}

/**
 * A run over protocols that list before they fetch (figures 4-3, 4-5 and 4-9 of the Smart Crawler paper), in this order: list the trees and
 * queue their files, sort out those that need no fetch, fetch the rest, report the missing ones. A resumed run lists again,
 * and continues with what is left in its frontier.
 */
class ListRun implements Runner {
  readonly #context: ListContext;

  constructor(context: ListContext) {
    this.#context = context;
  }

  /** Throws when the run cannot continue: a refused log-in, a full disk. */
  async run(): ReturnType<Runner['run']> {
    const { store, project, receiver, visitors, signal, progress, rules } = this.#context;
    let stopped: Stopped | null;
    try {
      stopped = await this.#stages();
    } catch (error) {
      if (!signal.aborted) throw error;
      stopped = { reason: progress.stopReason ?? '', isTrouble: false };
    } finally {
      await visitors.close();
    }
    const table = rules === null ? [] : rules.counts.table(rules.ruleSet);
    const ending = { resumeAt: null, ...progress.now, rules: table };
    if (stopped !== null) return { state: 'paused', ...stopped, ...ending };
    await receiver.clear();
    await store.listings.forgetQueued(project.id);
    return { state: 'finished', reason: null, ...ending };
  }

  progress(): CrawlProgress {
    return this.#context.progress.now;
  }

  async leave(): Promise<void> {
    this.#context.progress.end();
    await this.#context.reader.close();
  }

  /** Why the run pauses; null when it is finished. */
  async #stages(): Promise<Stopped | null> {
    const context = this.#context;
    const queue = await FileQueue.open(context);
    const listing = await listTrees(context, (files) => queue.add(files)).finally(() => queue.written());
    if ('gone' in listing) {
      const { stopReason } = context.progress;
      return { reason: stopReason ?? listing.gone, isTrouble: stopReason === null };
    }
    const unseen = await queue.end(listing);
    context.onEvent({ event: 'listed', queued: context.progress.queued });
    return new FileVisits(context, await sortFiles(context, listing.problems, unseen)).run();
  }
}

/** A subtree for each step that collects. */
function treesOf(definition: RunDefinition): readonly SubTree[] {
  const { steps, settings } = definition;
  return steps
    .filter(({ collect }) => collect !== false)
    .map((step) => ({
      root: folderUrl(addressIn(definition, step.open)),
      maxDepth: step.depth ?? settings.depth,
      prefixes: (step.scope ?? settings.scope).map(scopePrefix),
      keeps: typeof step.collect === 'object' ? anyPattern(step.collect.only) : () => true,
    }));
}

/** Waits for the allowed hours, and for the project's delay between two requests, over all connections. */
function inTurn(
  { definition: { hours, settings }, clock, onEvent }: RunContext,
  signal: AbortSignal,
): () => Promise<void> {
  const { delay } = settings;
  const allowed = allowedHours(hours, signal, clock, (until) => onEvent(waitingEvent(until)));
  let next = 0;
  return async () => {
    await allowed();
    if (delay === 0) return;
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + delay;
    if (wait > 0) await setTimeout(wait, undefined, { signal });
  };
}
