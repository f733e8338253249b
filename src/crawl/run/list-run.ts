import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { steadyClock } from '../../base/index.ts';
import {
  FileReceiver,
  folderUrl,
  type ListingProtocol,
  type ListingSpider,
  retry,
  usualRetries,
} from '../../fetch/index.ts';
import {
  anyPattern,
  compileRules,
  FileScope,
  RuleCounts,
  type SubTree,
  scopePrefix,
} from '../../project/index.ts';
import type { CrawlProgress } from '../engine/crawl-progress.ts';
import { chosenEquality } from '../equality/chosen-equality.ts';
import { comparerOfFiles } from '../list/compare-files.ts';
import { ListSite } from '../list/list-site.ts';
import { allowedHours } from '../site/allowed-hours.ts';
import { bandwidthOf } from '../site/site-network.ts';
import { addressIn } from '../steps/run-steps.ts';
import type { RunDefinition } from './define-run.ts';
import { observerOfRun } from './observer-of-run.ts';
import type { RunContext, Runner } from './run-context.ts';
import { concurrencyOf, frontierLimitOf, limitsOf } from './run-settings.ts';

/** Visits a site that lists its files: all sub-trees together, since none leads to another (B, figure 3-13). */
export async function listRunner(context: RunContext, protocol: ListingProtocol): Promise<Runner> {
  const { definition, request, project, run, isResumed, onEvent, signal } = context;
  const { store, config, clock, retryDelays } = context;
  const { settings, account, source, hours, secrets } = definition;
  const retries = { ...usualRetries, ...retryDelays, attempts: settings.attempts };
  const trees = treesOf(definition);
  const ruleSet = definition.rules.length === 0 ? null : compileRules(definition.rules);
  // A resumed run lists everything again, and so counts everything again.
  const counts = new RuleCounts();
  const allowed = allowedHours(hours, signal, clock, (until) =>
    onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
  );
  const enter = (attempts: number): Promise<ListingSpider> =>
    retry(() => protocol.start({ url: source, ...(account !== null && { login: account }) }), {
      policy: { ...retries, attempts },
      signal,
    });
  const pages = comparerOfFiles(await chosenEquality(settings.compare, definition.folder));
  const site = new ListSite({
    store,
    run,
    capabilities: protocol.capabilities,
    start: enter,
    isResumed,
    receiver: new FileReceiver({
      folder: join(config.data, 'unfinished', String(project.id)),
      retries,
      ...bandwidthOf(settings),
    }),
    trees,
    scope: new FileScope({
      trees,
      maxBytes: settings.maxPageBytes ?? Number.POSITIVE_INFINITY,
      rules: ruleSet === null ? null : { ruleSet, counts },
    }),
    comparison: { pages, isChosen: settings.compare.length > 0 },
    observer: await observerOfRun(context, pages),
    limits: limitsOf(settings),
    mostWaiting: frontierLimitOf(settings),
    connections: concurrencyOf(settings, 'files'),
    attempts: settings.attempts,
    turn: inTurn(allowed, settings.delay, signal),
    onlyDue: request.onlyDue ?? false,
    redact: (text) => secrets.redactor.text(text),
    onEvent,
    signal,
    now: steadyClock(),
  });
  return {
    run: async () => {
      const ending = await site.run();
      return { ...ending, rules: ruleSet === null ? [] : counts.table(ruleSet) };
    },
    progress: (): CrawlProgress => site.progress(),
    leave: () => Promise.resolve(),
  };
}

/** A sub-tree for each step that collects. */
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

/** Waits for the allowed hours, and for `delay` milliseconds between two requests, over all connections. */
function inTurn(allowed: () => Promise<void>, delay: number, signal: AbortSignal): () => Promise<void> {
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
