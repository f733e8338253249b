import { setTimeout } from 'node:timers/promises';
import {
  type FetchOnce,
  HostScheduler,
  politeLimits,
  RobotsCache,
  robotsByteLimit,
} from '../access/index.ts';
import { TidemarkError } from '../base/index.ts';
import {
  type CrawlEnding,
  CrawlEngine,
  CrawlError,
  type CrawlEvent,
  identityHash,
  LeftOutCounts,
  openGate,
  PageDiscovery,
  type RobotsNews,
  RobotsTxtGate,
  SeenIdentities,
  withoutLogin,
} from '../crawl/index.ts';
import {
  BandwidthLimit,
  egressPolicy,
  GuardedEgress,
  HttpFetcher,
  HttpSession,
  honestUserAgent,
} from '../fetch/index.ts';
import { Budgets, judgeContent, scopeSettings, standardScope, widenedTo } from '../project/index.ts';
import type { DiscoveredPage, ListedPage, Project, Run, Store } from '../store/index.ts';
import { identityOf, normalizeUrl } from '../url/index.ts';
import { type CrawlSettings, checkedSettings } from './crawl-settings.ts';
import { packageFacts } from './package-facts.ts';
import { proxySettings } from './proxy-settings.ts';

export interface CrawlRequest {
  readonly project: string;
  /** Null goes on with the project's own start. */
  readonly url: string | null;
  /** What the user said; the rest is as the project was crawled before, or the default. */
  readonly settings: Partial<CrawlSettings>;
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborting it finishes what is under way and pauses the run. */
  readonly signal: AbortSignal;
}

/** Milliseconds before the second attempt; doubles with each further one. */
const RETRY_DELAY = 1000;

/** Names our robot in robots.txt. */
const ROBOT = 'Tidemark';

/** Crawls a site, or goes on where an interrupted run was: builds the parts, runs them, takes them down. */
export async function crawlSite(store: Store, request: CrawlRequest): Promise<CrawlEnding> {
  const { project, settings } = await openProject(store, request);
  const claim = await store.projects.claim(project.id);
  try {
    const { run, resumed } = await openRun(store, project, settings);
    return await crawlRun(store, project, run, resumed, settings, request);
  } finally {
    await claim.release();
  }
}

async function openProject(
  store: Store,
  request: CrawlRequest,
): Promise<{ project: Project; settings: CrawlSettings }> {
  const known = await store.projects.find(request.project);
  const startUrl = request.url === null ? known?.startUrl : withoutLogin(normalizeUrl(request.url));
  if (startUrl === undefined) {
    throw new CrawlError(
      'CRAWL_NO_START',
      `there is no project "${request.project}" yet: say where it starts, as in "tidemark crawl URL"`,
    );
  }
  const before = known === null ? {} : (JSON.parse(known.settings) as object);
  const settings = checkedSettings({ ...before, ...request.settings });
  const text = JSON.stringify(settings);
  if (known === null) {
    const project = { name: request.project, startUrl, settings: text, createdAt: Date.now() };
    return { project: await store.projects.create(project), settings };
  }
  await store.projects.change(known.id, { startUrl, settings: text });
  return { project: { ...known, startUrl, settings: text }, settings };
}

/** The last run if it was not finished, else a new one. */
async function openRun(
  store: Store,
  project: Project,
  settings: CrawlSettings,
): Promise<{ run: Run; resumed: boolean }> {
  const last = await store.runs.latest(project.id);
  if (last !== null && last.state !== 'finished') {
    await store.runs.change(last.id, { state: 'running', at: Date.now() });
    return { run: last, resumed: true };
  }
  const run = await store.runs.begin(project.id, {
    startedAt: Date.now(),
    settings: JSON.stringify(settings),
  });
  return { run, resumed: false };
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
  const fetcher = httpFetcher(project, settings);
  const budgets = Budgets.restore(run.budgets === null ? [] : [JSON.parse(run.budgets)]);
  const leftOut = new LeftOutCounts();
  const seen = new SeenIdentities();
  for await (const hashes of store.frontier.identityHashes(run.id)) seen.addAll(hashes);
  let scope = scopeSettings(
    [project.startUrl],
    { maxDepth: settings.depth, respectNofollow: !settings.followNofollow, assets: settings.assets },
    settings.scope,
  );
  const discovery = new PageDiscovery(standardScope(scope, budgets), seen, leftOut, []);
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
  const session = sessionFor(request.url, project);
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
      session,
      robots,
      judgeContent: judgeContent({ maxBytes: settings.maxPageBytes }),
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
    const queued = await store.frontier.count(run.id);
    onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
    if (signal.aborted) stop();
    const start = [{ url: project.startUrl, kind: 'seed', nofollow: false } as const];
    return await engine.run(
      discovery.discover(start, { pageId: null, host: null, depth: 0, nofollow: false }),
    );
  } finally {
    clearInterval(progress);
    signal.removeEventListener('abort', stop);
    await fetcher.close();
  }
}

/** A log-in that the user typed into the URL is for that site only, and is kept nowhere. */
function sessionFor(typed: string | null, project: Project): HttpSession {
  const url = typed === null ? null : new URL(typed);
  if (url === null || url.username === '') return new HttpSession();
  const login = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
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

function httpFetcher(project: Project, settings: CrawlSettings): HttpFetcher {
  const proxy = settings.proxy === null ? null : proxySettings(settings.proxy);
  const policy = egressPolicy({
    // The user of the command line typed these; what pages link to must be public.
    allowedHosts: [
      new URL(project.startUrl).hostname,
      ...settings.scope.map(hostOf),
      ...(proxy === null ? [] : [proxy.host]),
    ],
    ...(proxy !== null && { proxy }),
  });
  return new HttpFetcher({
    egress: new GuardedEgress({ policy }),
    userAgent: settings.userAgent ?? honestUserAgent(packageFacts().version, settings.contact),
    limits: { maxBytes: settings.maxPageBytes, totalTimeoutMs: settings.timeout * 1000 },
    connectionsPerOrigin: settings.concurrency,
    ...(settings.bandwidth !== null && { bandwidth: new BandwidthLimit(settings.bandwidth) }),
  });
}

function hostOf(scope: string): string {
  return URL.parse(scope)?.hostname ?? scope.split('/', 1)[0]?.replace(/^\*\.|:\d+$/g, '') ?? '';
}

/** Asks for a robots.txt. It decides about the whole site, so a passing trouble is given as many chances as that of a page. */
function robotsFetch(fetcher: HttpFetcher, session: HttpSession, attempts: number): FetchOnce {
  const ask = async (url: string) => {
    const { status, headers, body } = await fetcher.fetch({
      url,
      session,
      maxBytes: robotsByteLimit,
      whenTooLarge: 'cut',
      follow: () => false,
    });
    return { status, location: headers.get('location'), body };
  };
  return async (url) => {
    for (let attempt = 1; attempt < attempts; attempt++) {
      const answer = await ask(url).catch(unlessFinal);
      if (answer !== null && answer.status < 500) return answer;
      await setTimeout(RETRY_DELAY * 2 ** (attempt - 1));
    }
    return ask(url);
  };
}

/** Null for a trouble that may pass. */
function unlessFinal(error: unknown): null {
  if (error instanceof TidemarkError && error.decision === 'retry') return null;
  throw error;
}
