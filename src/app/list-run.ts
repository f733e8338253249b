import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { type CrawlEnding, type CrawlEvent, ListSite } from '../crawl/index.ts';
import {
  FetchError,
  FileReceiver,
  type ListingProtocol,
  type ListingSpider,
  type SiteLogin,
  usualRetries,
} from '../fetch/index.ts';
import { FileScope, type SubTree, type UserRules } from '../project/index.ts';
import type { Project, Run, Store } from '../store/index.ts';
import { type CrawlSettings, concurrencyOf } from './crawl-settings.ts';
import { chosenEquality } from './equality/chosen-equality.ts';
import { limitsOf } from './project-run/run-totals.ts';
import { bandwidthOf, RETRY_DELAY } from './site-fetcher.ts';

export interface ListRunParts {
  readonly store: Store;
  readonly project: Project;
  readonly run: Run;
  readonly resumed: boolean;
  readonly settings: CrawlSettings;
  readonly protocol: ListingProtocol;
  readonly login: SiteLogin | null;
  readonly trees: readonly SubTree[];
  readonly rules: UserRules | null;
  /** Where plug-ins are looked for. */
  readonly folder: string;
  readonly config: Pick<Config, 'data'>;
  readonly onlyDue: boolean;
  /** Returns when the project allows requests. */
  readonly allowed: () => Promise<void>;
  readonly redact: (text: string) => string;
  readonly onEvent: (event: CrawlEvent) => void;
  readonly signal: AbortSignal;
}

/** Visits a site that lists its files: builds the parts, runs them, takes them down. */
export async function listRun(parts: ListRunParts): Promise<CrawlEnding> {
  const { store, project, run, resumed, settings, protocol, trees, rules, onEvent, signal, redact } = parts;
  const maxBytes = settings.maxPageBytes ?? Number.POSITIVE_INFINITY;
  const site = new ListSite({
    store,
    run,
    capabilities: protocol.capabilities,
    start: (attempts) => enter(parts, attempts),
    receiver: new FileReceiver({
      folder: join(parts.config.data, 'unfinished', String(project.id)),
      retries: { ...usualRetries, attempts: settings.attempts },
      ...bandwidthOf(settings),
    }),
    trees,
    scope: new FileScope({ trees, maxBytes, rules }),
    comparison: {
      equalityFor: await chosenEquality(settings.compare, parts.folder),
      isChosen: settings.compare.length > 0,
    },
    limits: limitsOf(settings),
    connections: concurrencyOf(settings, 'files'),
    attempts: settings.attempts,
    turn: inTurn(parts.allowed, settings.delay, signal),
    onlyDue: parts.onlyDue,
    redact,
    onQueued: (queued) =>
      onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued }),
    onEvent,
    signal,
    now: Date.now,
  });
  const progress = setInterval(() => onEvent({ event: 'progress', ...site.progress() }), 500);
  try {
    return await site.run();
  } finally {
    clearInterval(progress);
  }
}

async function enter(
  { protocol, project, login, signal }: ListRunParts,
  attempts: number,
): Promise<ListingSpider> {
  const url = project.startUrl;
  for (let attempt = 1; ; attempt++) {
    try {
      return await protocol.start({ url, ...(login !== null && { login }) });
    } catch (error) {
      const again = error instanceof FetchError && error.decision === 'retry' && attempt < attempts;
      if (!again) throw error;
      await setTimeout(RETRY_DELAY * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** Keeps `delay` milliseconds between two wishes, over all connections, in the allowed hours. */
function inTurn(allowed: () => Promise<void>, delay: number, signal: AbortSignal): () => Promise<void> {
  let next = 0;
  return async () => {
    await allowed();
    if (delay === 0) return;
    const now = Date.now();
    const wait = Math.max(0, next - now);
    next = now + wait + delay;
    if (wait > 0) await setTimeout(wait, undefined, { signal });
  };
}
