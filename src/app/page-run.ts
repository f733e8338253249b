import { HostScheduler, politeLimits, Redactor } from '../access/index.ts';
import {
  type CrawlEnding,
  CrawlEngine,
  findAliases,
  identityHash,
  LeftOutCounts,
  noPage,
  PageDiscovery,
  revisitPages,
  SeenIdentities,
} from '../crawl/index.ts';
import { type Credentials, HttpSession, type PageProtocol } from '../fetch/index.ts';
import { Budgets, judgeContent, standardScope, widenedTo } from '../project/index.ts';
import type { ListedPage, Project, Run, Store } from '../store/index.ts';
import { identityOf } from '../url/index.ts';
import type { CrawlRequest } from './crawl-request.ts';
import { type CrawlSettings, checkedSettings, concurrencyOf, largestPage } from './crawl-settings.ts';
import { readSettings } from './project-run/kept-settings.ts';
import { limitsOf } from './project-run/run-totals.ts';
import { withoutSecrets } from './project-run/without-secrets.ts';
import { RETRY_DELAY } from './site-fetcher.ts';
import { siteRobots } from './site-robots.ts';
import { siteScope } from './site-scope.ts';
import { enterSite, siteTracking } from './site-tracking.ts';

export interface PageRunParts extends Pick<CrawlRequest, 'onEvent' | 'visits' | 'onlyDue' | 'signal'> {
  readonly store: Store;
  readonly project: Project;
  readonly run: Run;
  readonly resumed: boolean;
  readonly settings: CrawlSettings;
  readonly protocol: PageProtocol;
  /** For the site of the project only; it is kept nowhere. */
  readonly login: Credentials | null;
}

/** Visits a site whose pages lead to each other: builds the parts, runs them, takes them down. */
export async function pageRun(parts: PageRunParts): Promise<CrawlEnding> {
  const { store, project, run, resumed, settings, protocol, login, onEvent, signal } = parts;
  const now = Date.now;
  const spider = await protocol.start({ url: project.startUrl });
  const fetcher = login === null ? spider : withoutSecrets(spider, new Redactor([login.password]));
  const budgets = Budgets.restore(run.savedState === null ? [] : [JSON.parse(run.savedState)]);
  const leftOut = new LeftOutCounts();
  const seen = new SeenIdentities();
  for await (const hashes of store.frontier.identityHashes(run.id)) seen.addAll(hashes);
  let scope = siteScope([project.startUrl], protocol, settings);
  const session = sessionFor(login, project);
  const readsAllLinks = parts.visits === 'everything' || !(await asksAsBefore(store, project, settings));
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
    mayFetch: async (url) => (await robots.refusal(url)) === null,
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
  const { delay } = settings;
  const concurrency = concurrencyOf(settings, 'pages');
  const scheduler = new HostScheduler({ ...politeLimits, delay, concurrency });
  const robots = siteRobots({
    fetcher,
    session,
    isAsked: protocol.capabilities.robots,
    settings,
    scheduler,
    onListed: (links) => engine.addStarts(discovery.discover(links, noPage)),
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
    limits: limitsOf(settings),
    concurrency: Math.max(concurrency, 16),
    attempts: settings.attempts,
    retryDelay: RETRY_DELAY,
    onEvent,
  });
  const stop = () => engine.stop('interrupted');
  signal.addEventListener('abort', stop);
  const progress = setInterval(() => onEvent({ event: 'progress', ...engine.progress() }), 500);
  try {
    await enterSite(tracker, robots, store, project);
    await revisitPages({ store, run, discovery, onlyDue: parts.onlyDue ?? false, now: now() });
    const queued = await store.frontier.count(run.id);
    onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
    if (signal.aborted) stop();
    const start = [{ url: project.startUrl, kind: 'seed', nofollow: false } as const];
    const ending = await engine.run(discovery.discover(start, noPage));
    if (ending.state === 'finished') await findAliases(store, run, tracker.knowledge);
    return ending;
  } finally {
    clearInterval(progress);
    signal.removeEventListener('abort', stop);
    await spider.close();
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

function sessionFor(login: Credentials | null, { startUrl }: Project): HttpSession {
  if (login === null) return new HttpSession();
  return new HttpSession({ credentials: new Map([[new URL(startUrl).origin, login]]) });
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
