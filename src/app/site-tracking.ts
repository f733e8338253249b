import { setTimeout } from 'node:timers/promises';
import { TidemarkError } from '../base/index.ts';
import {
  type Equality,
  identityHash,
  PageTracker,
  RenamedImages,
  type RobotsGate,
  renamePages,
  type SeenIdentities,
  SiteKnowledge,
  TwinFetch,
  VisitorSession,
  wholePage,
} from '../crawl/index.ts';
import type { HttpSession, PageFetcher } from '../fetch/index.ts';
import type { Project, Run, Store } from '../store/index.ts';
import { sessionParts } from '../url/index.ts';
import type { CrawlSettings } from './crawl-settings.ts';

export interface SiteTrackingParts {
  readonly store: Store;
  readonly run: Run;
  readonly start: string;
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Members see other pages than strangers: then the twin is the same visitor. */
  readonly isMember: boolean;
  readonly settings: CrawlSettings;
  /** Where plug-ins are looked for. */
  readonly folder: string;
  readonly seen: SeenIdentities;
  readonly asksConditionally: boolean;
  /** Whether robots.txt lets us fetch what is no page of the run, such as a renamed picture. */
  readonly mayFetch: (url: string) => Promise<boolean>;
  /** Writes what the engine has discovered so far. */
  readonly flush: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** What a project knows of its site, and who judges its visits by it. */
export async function siteTracking(parts: SiteTrackingParts): Promise<PageTracker> {
  const { store, run, start, fetcher, session, isMember, settings, seen, signal } = parts;
  const now = Date.now;
  const knowledge = new SiteKnowledge(await store.learned.list(run.projectId));
  const main = new VisitorSession(knowledge, session);
  const pause = async () => {
    if (settings.delay > 0) await setTimeout(settings.delay, undefined, { signal });
  };
  const twins = settings.twin
    ? new TwinFetch({
        fetcher,
        knowledge,
        start,
        newSession: isMember ? null : () => new VisitorSession(knowledge),
        main: () => tracker.session,
        pause,
        now,
      })
    : null;
  const storedHash = async (url: string) =>
    (await store.pages.find(run.projectId, identityHash(knowledge.identityOf(url))))?.sha256 ?? null;
  const tracker: PageTracker = new PageTracker({
    store,
    knowledge,
    twins,
    images:
      twins === null ? null : new RenamedImages({ knowledge, twins, storedHash, mayFetch: parts.mayFetch }),
    session: main,
    asksConditionally: parts.asksConditionally,
    equalityFor: await equalityFor(settings, parts.folder),
    acceptsUrlRule: ({ kind, examples }) =>
      settings.sessionId === 'auto' ||
      kind !== 'session id' ||
      examples.every(({ length }) => length === settings.sessionId),
    onUrlRules: async () => {
      await parts.flush();
      await renamePages(store, run, knowledge, seen);
    },
    now,
  });
  return tracker;
}

/** The usual way to compare needs none of the parsers that other ways do. */
async function equalityFor({ compare }: CrawlSettings, folder: string): Promise<(url: string) => Equality> {
  if (compare.length === 0) return () => ({ by: 'view', view: wholePage });
  const { chosenEquality } = await import('./equality/chosen-equality.ts');
  return chosenEquality(compare, folder);
}

/**
 * Looks at the start as two visitors before the first page is queued (A3): on the first run, and again whenever the site
 * is known to write session ids into its URLs, so that this visit has ids of its own.
 */
export async function enterSite(
  tracker: PageTracker,
  robots: RobotsGate,
  store: Store,
  { id, startUrl }: Project,
): Promise<void> {
  const some = await store.pages.known(id, { after: 0, limit: 50 });
  const hasIds = some.some(({ url }) => sessionParts(url, tracker.knowledge.rulesFor(url)).length > 0);
  if (some.length > 0 && !hasIds) return;
  try {
    if ((await robots.refusal(startUrl)) === null) await tracker.probe(startUrl);
  } catch (error) {
    // Whatever it is, the crawl meets it again, and says so then.
    if (!(error instanceof TidemarkError)) throw error;
  }
}
