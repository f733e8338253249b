import { setTimeout } from 'node:timers/promises';
import { TidemarkError } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import { type IdentityRule, sessionParts } from '../../url/index.ts';
import { identityHash, type SeenIdentities } from '../frontier/seen-identities.ts';
import { RotatingAddresses } from '../rotating/rotating-addresses.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { ListedPage } from '../tables/page.ts';
import type { Picture } from '../tables/picture.ts';
import type { Run } from '../tables/run.ts';
import { type Equality, wholePage } from '../track/equality/equality.ts';
import { NotModified } from '../track/not-modified.ts';
import { PageTracker } from '../track/page-tracker.ts';
import { RenamedImages } from '../track/renamed-images.ts';
import { ReplacedPages } from '../track/replaced-pages.ts';
import { SiteKnowledge } from '../track/site-knowledge.ts';
import { type FurtherVisitors, TwinFetch } from '../track/twin-fetch.ts';
import { CurrentVisitor, VisitorSession } from '../track/visitor-session.ts';
import { MOST_WATCHED, WatchedPictures } from '../track/watched-pictures.ts';
import type { SiteAccess } from './site-access.ts';

/** More aliases say nothing new about the addresses of a site. */
const MOST_ALIASES = 2000;

/** How the pages of a run are compared with earlier ones. */
export interface SiteTracking {
  readonly tracker: PageTracker;
  /** What the project knows about its site. */
  readonly knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly rotating: RotatingAddresses | null;
  readonly twins: TwinFetch | null;
}

/** The tracker of a run, with what the project knows about its site. */
export async function siteTracking(
  { definition, store, run, signal }: RunContext,
  access: SiteAccess,
  { asksConditionally, seen }: { readonly asksConditionally: boolean; readonly seen: SeenIdentities },
): Promise<SiteTracking> {
  const { fetcher, session, robots } = access;
  const { settings, source: start, folder } = definition;
  const { now } = access;
  const acceptsUrlRule = ({ kind, examples }: IdentityRule) =>
    settings.sessionId === 'auto' ||
    kind !== 'session id' ||
    examples.every(({ length }) => length === settings.sessionId);
  const knowledge = new SiteKnowledge(await store.learned.list(run.projectId), acceptsUrlRule);
  const visitor = new CurrentVisitor(new VisitorSession(knowledge, session));
  const pause = async (host: string) => {
    const wait = access.scheduler.startFurther(host, now()) - now();
    if (wait > 0) await setTimeout(wait, undefined, { signal });
  };
  const twins = settings.twin
    ? new TwinFetch({
        fetcher,
        knowledge,
        start,
        further: furtherVisitors(definition, access, knowledge, visitor),
        visitor,
        pause,
        now,
      })
    : null;
  const storedHash = async (url: string) =>
    (await store.pages.find(run.projectId, identityHash(knowledge.identityOf(url))))?.sha256 ?? null;
  const mayFetch = async (url: string) => (await robots.refusal(url)) === null;
  const pictures =
    twins === null || settings.assets === 'images' || settings.assets === 'all'
      ? null
      : new WatchedPictures({
          stored: await watchedBefore(store, run.projectId),
          fetcher,
          knowledge,
          visitor,
          mayFetch,
          pause,
          run: run.number,
          now,
        });
  const isSeen = (identity: string) => seen.has(identityHash(identity));
  const urlOf = async (pageId: number) => (await store.pages.find(run.projectId, pageId))?.url ?? null;
  const rotating = twins === null ? null : new RotatingAddresses({ knowledge, twins, isSeen, urlOf });
  if (rotating !== null) {
    const aliases = await store.aliases.list(run.projectId);
    for (const { url, ofUrl } of aliases.slice(0, MOST_ALIASES)) rotating.noteAlias(url, ofUrl);
  }
  const tracker = new PageTracker({
    store,
    knowledge,
    twins,
    images: twins === null ? null : new RenamedImages({ knowledge, twins, pictures, storedHash, mayFetch }),
    pictures,
    replaced:
      twins === null
        ? null
        : new ReplacedPages({ store, twins, start, knownPages: knownPagesOf(store, run), mayFetch }),
    notModified:
      twins === null ? null : new NotModified({ fetcher, knowledge, visitor, pause, run: run.number }),
    visitor,
    asksConditionally,
    equalityFor: await equalityFor(settings, folder),
    acceptsUrlRule,
    onTwinLinks: (now, twin) => rotating?.noteTwins(now, twin),
    readsNewText: definition.detectors.length > 0,
    run: run.number,
    now,
  });
  const { addresses } = access.siteLogin;
  if (addresses !== null) {
    addresses.onLogIn = (page, logouts) => tracker.logIn(page, logouts);
    addresses.proofFor = (url) => visitor.session.membersPage ?? url;
    addresses.renewed = (url) => visitor.session.renewed(url);
  }
  return { tracker, knowledge, rotating, twins };
}

/** Members see other pages than anonymous visitors, so another session of the same account makes further fetches. */
function furtherVisitors(
  { session: entry, source }: RunDefinition,
  { session, siteLogin: { second } }: SiteAccess,
  knowledge: SiteKnowledge,
  main: CurrentVisitor,
): FurtherVisitors {
  // Cookies that the user supplied are one session.
  if (entry?.cookies !== undefined) return { who: 'same visitor' };
  if (second === null) {
    return { who: 'twin visitors', newSession: () => new VisitorSession(knowledge, session.another()) };
  }
  const { host } = new URL(source);
  const visitor = new VisitorSession(knowledge, second.session);
  second.member.onRefused = (reason) => {
    const evidence = `${host}: ${reason}, so the same visitor makes further fetches`;
    knowledge.learnFact(host, { fact: 'one session', evidence });
  };
  return {
    who: 'second member',
    session: async () => {
      // Where the session id is in the addresses, many sites end the session at the next log-in.
      if (main.session.isMemberByAddress || knowledge.isKnown(host, 'one session')) return null;
      return (await second.member.isIn()) ? visitor : null;
    },
  };
}

/** How many pages are read to find what the pages of a site have in common. */
const MOST_KNOWN = 500;

/** The first pages of the project, read once when they are needed. */
function knownPagesOf({ pages }: Store, { projectId }: Run): () => Promise<readonly ListedPage[]> {
  let known: Promise<readonly ListedPage[]> | null = null;
  return () => {
    known ??= pages.list(projectId, { limit: MOST_KNOWN });
    return known;
  };
}

/** Where there are too many, the pictures that no page shows any more make room: otherwise no new one would be watched. */
async function watchedBefore({ pictures }: Store, projectId: number): Promise<readonly Picture[]> {
  const stored = await pictures.list(projectId, MOST_WATCHED);
  if (stored.length < MOST_WATCHED) return stored;
  await pictures.forgetUnshown(projectId);
  return pictures.list(projectId, MOST_WATCHED);
}

/** The default comparison does not need the parsers of the others. */
async function equalityFor({ compare }: RunSettings, folder: string): Promise<(url: string) => Equality> {
  if (compare.length === 0) return () => ({ by: 'view', view: wholePage });
  const { chosenEquality } = await import('../equality/chosen-equality.ts');
  return chosenEquality(compare, folder);
}

/**
 * Fetches the source as two visitors before the first page is queued: on the first run, and whenever the site is
 * known to write session ids into its URLs, so that this run gets its own ids.
 */
export async function enterSite({
  definition: { source },
  store,
  run,
  robots,
  tracker,
}: RunContext & SiteAccess & SiteTracking): Promise<void> {
  // The page after the log-in has shown the ids; the source would show those of an anonymous visitor.
  if (tracker.session.isMemberByAddress) return;
  const sample = await store.pages.known(run.projectId, { after: 0, limit: 50 });
  const hasIds = sample.some(({ url }) => sessionParts(url, tracker.knowledge.rulesFor(url)).length > 0);
  if (sample.length > 0 && !hasIds) return;
  try {
    if ((await robots.refusal(source)) === null) await tracker.probe(source);
  } catch (error) {
    // The crawl will get the same error, and report it then.
    if (!(error instanceof TidemarkError)) throw error;
  }
}
