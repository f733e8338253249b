import { HostScheduler, politeLimits, Redactor, RobotsCache } from '../access/index.ts';
import { type Config, environmentVariable, readConfig } from '../config/index.ts';
import {
  type CrawlEnding,
  CrawlEngine,
  CrawlError,
  type CrawlEvent,
  findAliases,
  identityHash,
  LeftOutCounts,
  openGate,
  PageDiscovery,
  type RobotsNews,
  RobotsTxtGate,
  revisitPages,
  SeenIdentities,
  withoutLogin,
} from '../crawl/index.ts';
import { type Credentials, HttpSession } from '../fetch/index.ts';
import {
  Budgets,
  judgeContent,
  type RuleTableRow,
  scopeSettings,
  standardScope,
  widenedTo,
} from '../project/index.ts';
import type { DiscoveredPage, ListedPage, Project, Run, Store } from '../store/index.ts';
import { identityOf, normalizeUrl } from '../url/index.ts';
import { type CrawlSettings, checkedSettings, largestPage } from './crawl-settings.ts';
import { AppError } from './errors.ts';
import { openRun } from './open-run.ts';
import type { Clock } from './project-run/clock.ts';
import { readSettings } from './project-run/kept-settings.ts';
import { withoutSecrets } from './project-run/without-secrets.ts';
import { siteProtocols } from './protocols.ts';
import { RETRY_DELAY, ROBOT, robotsFetch, siteFetcher } from './site-fetcher.ts';
import { enterSite, siteTracking } from './site-tracking.ts';

export interface CrawlRequest {
  readonly project: string;
  /** Null goes on with the project's own start. */
  readonly url: string | null;
  /** What the user said; the rest is as the project was crawled before, or the default. */
  readonly settings: Partial<CrawlSettings>;
  readonly onEvent: (event: CrawlEvent) => void;
  /** `everything`: every page is fetched whole and its links are followed. `changes` (default): what did not change is not. */
  readonly visits?: 'everything' | 'changes';
  /** Leaves out pages that are not likely to have changed yet (B13). */
  readonly onlyDue?: boolean;
  /** Aborting it finishes what is under way and pauses the run. */
  readonly signal: AbortSignal;
  /** Where secrets that a project keeps in the environment are looked up. Default: there. */
  readonly environment?: (name: string) => string | undefined;
  /** By which a project waits for its hours. Default: that of the system. */
  readonly clock?: Clock;
  /** Where files grow, which folders may be visited, which servers are known. Default: as the environment says. */
  readonly config?: Config;
  /** Finds secrets that are kept in the database. Default: there are none. */
  readonly storedSecret?: (name: string) => Promise<string | null>;
}

/** How a crawl ended, and what the project's own rules decided; none for a project without rules. */
export interface SiteEnding extends CrawlEnding {
  readonly rules: readonly RuleTableRow[];
}

/** Crawls a site, or goes on where an interrupted run was: builds the parts, runs them, takes them down. */
export async function crawlSite(store: Store, request: CrawlRequest): Promise<SiteEnding> {
  const known = await store.projects.find(request.project);
  if (known !== null && readSettings(known.settings).file !== null) {
    if (request.url !== null) {
      throw new AppError(
        'APP_SETTING_INVALID',
        `the project "${known.name}" has a file that says where it starts: leave the URL out, or choose another --project`,
      );
    }
    const { runProject } = await import('./project-run/run-project.ts');
    return runProject(store, known, { environment: environmentVariable, ...request });
  }
  const { project, settings } = await openProject(store, known, request);
  const claim = await store.projects.claim(project.id);
  try {
    const { run, resumed } = await openRun(store, project, JSON.stringify(settings));
    const config = request.config ?? readConfig();
    const protocol = siteProtocols(hostsOf(project), settings, config).protocolOf(project.startUrl);
    if (protocol.capabilities.lists) {
      const { listFolder } = await import('./list-folder.ts');
      const parts = { ...request, store, project, run, resumed, settings, protocol, config };
      return { ...(await listFolder(parts, typedLogin(request.url))), rules: [] };
    }
    return { ...(await crawlRun(store, project, run, resumed, settings, request)), rules: [] };
  } finally {
    await claim.release();
  }
}

/** The user of the command line typed these; what pages link to must be public. */
function hostsOf({ startUrl }: Project): readonly string[] {
  return [new URL(startUrl).hostname];
}

async function openProject(
  store: Store,
  known: Project | null,
  request: CrawlRequest,
): Promise<{ project: Project; settings: CrawlSettings }> {
  const startUrl = request.url === null ? known?.startUrl : withoutLogin(normalizeUrl(request.url));
  if (startUrl === undefined) {
    throw new CrawlError(
      'CRAWL_NO_START',
      `there is no project "${request.project}" yet: say where it starts, as in "tidemark crawl URL"`,
    );
  }
  const before = known === null ? {} : readSettings(known.settings).crawl;
  const settings = await checkedSettings({ ...before, ...request.settings });
  const text = JSON.stringify(settings);
  if (known === null) {
    const project = { name: request.project, startUrl, settings: text, createdAt: Date.now() };
    return { project: await store.projects.create(project), settings };
  }
  await store.projects.change(known.id, { startUrl, settings: text });
  return { project: { ...known, startUrl, settings: text }, settings };
}

async function crawlRun(
  store: Store,
  project: Project,
  run: Run,
  resumed: boolean,
  settings: CrawlSettings,
  request: CrawlRequest,
): Promise<CrawlEnding> {
  const { onEvent, signal } = request;
  const now = Date.now;
  const site = siteFetcher(hostsOf(project), settings);
  const login = typedLogin(request.url);
  const fetcher = login === null ? site : withoutSecrets(site, new Redactor([login.password]));
  const budgets = Budgets.restore(run.budgets === null ? [] : [JSON.parse(run.budgets)]);
  const leftOut = new LeftOutCounts();
  const seen = new SeenIdentities();
  for await (const hashes of store.frontier.identityHashes(run.id)) seen.addAll(hashes);
  let scope = scopeSettings(
    [project.startUrl],
    { maxDepth: settings.depth, respectNofollow: !settings.followNofollow, assets: settings.assets },
    settings.scope,
  );
  const session = sessionFor(login, project);
  const readsAllLinks = request.visits === 'everything' || !(await asksAsBefore(store, project, settings));
  const tracker = await siteTracking({
    store,
    run,
    start: project.startUrl,
    fetcher,
    session,
    isMember: login !== null,
    settings,
    folder: '.',
    seen,
    asksConditionally: !readsAllLinks,
    flush: () => engine.flush(),
    signal,
  });
  const discovery = new PageDiscovery(standardScope(scope, budgets), seen, leftOut, tracker.knowledge);
  const onStartMoved = (target: string) => {
    if (settings.scope.length > 0) return; // the user said what belongs to the crawl
    scope = widenedTo(scope, target);
    discovery.changeScope(standardScope(scope, budgets));
  };
  for (const target of await whereStartLed(store, project)) onStartMoved(target);
  const scheduler = new HostScheduler({
    ...politeLimits,
    delay: settings.delay,
    concurrency: settings.concurrency,
  });
  const listed = (news: RobotsNews): readonly DiscoveredPage[] => {
    scheduler.setCrawlDelay(new URL(news.origin).host, news.crawlDelay);
    const links = news.sitemaps.flatMap((sitemap) => {
      const url = URL.parse(sitemap, news.origin)?.href;
      return url === undefined ? [] : [{ url: normalizeUrl(url), kind: 'listed', nofollow: false } as const];
    });
    return discovery.discover(links, { pageId: null, host: null, depth: 0, nofollow: false });
  };
  const cache = new RobotsCache({ fetchOnce: robotsFetch(fetcher, session, settings.attempts), now });
  const robots = settings.ignoreRobots
    ? openGate
    : new RobotsTxtGate({
        cache,
        userAgent: ROBOT,
        now,
        tell: (news) => engine.addStarts(listed(news)),
      });
  const engine: CrawlEngine = new CrawlEngine({
    store,
    run,
    tools: {
      fetcher,
      tracker,
      readsAllLinks,
      robots,
      judgeContent: judgeContent({ maxBytes: settings.maxPageBytes ?? largestPage }),
      discovery,
      leftOut,
      onStartMoved,
      now,
    },
    scheduler,
    state: () => JSON.stringify(budgets.state()),
    endsRun: true,
    limits: {
      pages: settings.maxPages ?? Number.POSITIVE_INFINITY,
      bytes: settings.maxBytes ?? Number.POSITIVE_INFINITY,
      ms: settings.maxTime === null ? Number.POSITIVE_INFINITY : settings.maxTime * 1000,
    },
    concurrency: Math.max(settings.concurrency, 16),
    attempts: settings.attempts,
    retryDelay: RETRY_DELAY,
    onEvent,
  });
  const stop = () => engine.stop('interrupted');
  signal.addEventListener('abort', stop);
  const progress = setInterval(() => onEvent({ event: 'progress', ...engine.progress() }), 500);
  try {
    await enterSite(tracker, robots, store, project);
    await revisitPages({ store, run, discovery, onlyDue: request.onlyDue ?? false, now: now() });
    const queued = await store.frontier.count(run.id);
    onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
    if (signal.aborted) stop();
    const start = [{ url: project.startUrl, kind: 'seed', nofollow: false } as const];
    const ending = await engine.run(
      discovery.discover(start, { pageId: null, host: null, depth: 0, nofollow: false }),
    );
    if (ending.state === 'finished') await findAliases(store, run, tracker.knowledge);
    return ending;
  } finally {
    clearInterval(progress);
    signal.removeEventListener('abort', stop);
    await site.close();
  }
}

/** Whether the run before collected by the same rules: then what has not changed leads to nothing new. */
async function asksAsBefore(store: Store, project: Project, settings: CrawlSettings): Promise<boolean> {
  const before = (await store.runs.list(project.id)).find(({ state }) => state === 'finished');
  if (before === undefined) return false;
  const [then, now] = [await checkedSettings(readSettings(before.settings).crawl), settings];
  const choosing = ['depth', 'scope', 'ignoreRobots', 'followNofollow', 'assets', 'maxPageBytes'] as const;
  return choosing.every((name) => JSON.stringify(then[name]) === JSON.stringify(now[name]));
}

/** A log-in that the user typed into the URL; null when there is none. */
function typedLogin(typed: string | null): Credentials | null {
  const url = typed === null ? null : new URL(typed);
  if (url === null || url.username === '') return null;
  return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

/** The log-in is for that site only, and is kept nowhere. */
function sessionFor(login: Credentials | null, project: Project): HttpSession {
  if (login === null) return new HttpSession();
  return new HttpSession({ credentials: new Map([[new URL(project.startUrl).origin, login]]) });
}

/** Redirects of the start that an earlier part of the run has followed. */
async function whereStartLed(store: Store, project: Project): Promise<readonly string[]> {
  const targets: string[] = [];
  let url: string | null = project.startUrl;
  while (url !== null && targets.length < 10) {
    const page: ListedPage | null = await store.pages.find(
      project.id,
      identityHash(identityOf(url).identity),
    );
    const [visit] = page === null ? [] : await store.visits.ofPage(page.id, 1);
    url = visit?.outcome === 'left-out' && visit.finalUrl !== url ? visit.finalUrl : null;
    if (url !== null) targets.push(url);
  }
  return targets;
}
