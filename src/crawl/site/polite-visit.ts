import { setTimeout } from 'node:timers/promises';
import {
  AccessError,
  type HostLeases,
  HostScheduler,
  isAllowed,
  politeLimits,
  RobotsCache,
} from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import {
  type FetchResult,
  HttpFetcher,
  HttpSession,
  type PageFetcher,
  parseChallenges,
  type RetryPolicy,
  retry,
} from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { LinkInbox, noRobots, RobotsGuard } from '../robots-guard.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { checkedSettings, concurrencyOf } from '../run/run-settings.ts';
import type { StepVisitor } from '../steps/step-action.ts';
import { duringHours, systemClock } from './allowed-hours.ts';
import { openSession } from './open-session.ts';
import type { SiteLogin } from './site-login.ts';
import { httpOptions, ROBOT, retriesOf, robotsFetch } from './site-network.ts';

interface VisitOptions
  extends Pick<RunDependencies, 'clock' | 'stepActions' | 'hostLeases'>,
    Pick<RunContext, 'definition' | 'signal'> {
  readonly fetcher: PageFetcher;
  /** Whether robots.txt applies to the protocol. */
  readonly hasRobots: boolean;
  readonly retries: RetryPolicy;
  /** Called when requests are not allowed at this hour. */
  readonly onWait: (until: number) => void;
  /** The forms that an earlier part of the run has sent. */
  readonly formsSent?: readonly number[];
  /** Whether steps are taken even if the project has none. */
  readonly takesSteps?: boolean;
}

/** A visit of a project's site: its session, log-in, pace, hours and robots.txt. */
export interface PoliteVisit {
  readonly session: HttpSession;
  readonly siteLogin: SiteLogin;
  readonly scheduler: HostScheduler;
  readonly robots: Pick<RobotsGuard, 'refusal'>;
  /** Links that the site names outside its pages. */
  readonly listed: LinkInbox;
  /** Sends requests in the allowed hours, without a log-in. */
  readonly site: PageFetcher;
  /** Sends requests one after the other. */
  askAs(session: HttpSession): StepVisitor;
}

/** The only way in which runs, explorations and trials of steps visit the site of a project. */
export async function openPoliteVisit(options: VisitOptions): Promise<PoliteVisit> {
  const { definition, fetcher, hasRobots, retries, hostLeases, signal, onWait, formsSent = [] } = options;
  const { settings, hours } = definition;
  const { delay } = settings;
  const site = duringHours(
    withAccountChecked(whileLeased(fetcher, hostLeases), definition),
    hours,
    signal,
    options.clock ?? systemClock,
    onWait,
  );
  const session = await openSession(definition);
  const askAs = (visitor: HttpSession) => politeVisitor({ fetcher: site, session: visitor, delay, retries });
  const scheduler = new HostScheduler({
    ...politeLimits,
    delay,
    concurrency: concurrencyOf(settings, 'pages'),
  });
  hostLeases?.paceBy(scheduler);
  const listed = new LinkInbox();
  const { hasOwnSteps, session: login, forms } = definition;
  // Most runs have no steps, log-in or forms, and do not need their parsers.
  const needsSiteLogin = options.takesSteps === true || hasOwnSteps || login !== null || forms.length > 0;
  const siteLogin = needsSiteLogin
    ? (await import('./site-login.ts')).openSiteLogin(definition, options, session, askAs, formsSent)
    : noSiteLogin;
  const robots =
    settings.ignoreRobots || !hasRobots
      ? noRobots
      : robotsGuard(robotsCache(site, session, retries), scheduler, listed);
  return { session, siteLogin, scheduler, robots, listed, site, askAs };
}

const noSiteLogin: SiteLogin = {
  addresses: null,
  navigator: {
    logInFor: () => Promise.resolve(),
    enter: () => Promise.resolve([]),
    logsOut: () => false,
    logOut: () => Promise.resolve(),
  },
  forms: { sent: [], linksOf: () => Promise.resolve([]) },
  second: null,
  hasLost: () => Promise.resolve(false),
  asMember: (fetcher) => fetcher,
};

/** Visits a site that belongs to no project yet: over HTTP without a log-in; for `hosts` see `siteEgress`. */
export async function openGuestVisit(
  hosts: readonly string[] | null,
  config: Pick<Config, 'caFile' | 'allowedNetworks'>,
  attempts?: number,
) {
  const settings = await checkedSettings({});
  const fetcher = new HttpFetcher(httpOptions(hosts, settings, config));
  const session = new HttpSession();
  const retries = retriesOf({ ...settings, ...(attempts !== undefined && { attempts }) });
  const cache = robotsCache(fetcher, session, retries);
  return {
    /** What robots.txt says about an address, and the file itself. */
    robotsFor: async (url: string) => {
      const { robots } = await cache.get(new URL(url).origin);
      return { ...isAllowed(robots, ROBOT, url), robots };
    },
    /** Sends requests one after the other, with this many milliseconds in between. */
    ask: (delay: number): StepVisitor => politeVisitor({ fetcher, session, delay, retries }),
    close: () => fetcher.close(),
  };
}

const robotsCache = (fetcher: PageFetcher, session: HttpSession, retries: RetryPolicy): RobotsCache =>
  new RobotsCache({ fetchOnce: robotsFetch(fetcher, session, retries), now: Date.now });

function robotsGuard(cache: RobotsCache, scheduler: HostScheduler, listed: LinkInbox): RobotsGuard {
  return new RobotsGuard({
    cache,
    userAgent: ROBOT,
    now: Date.now,
    onRead: ({ origin, crawlDelay, sitemaps }) => {
      scheduler.setCrawlDelay(new URL(origin).host, crawlDelay);
      const urls = sitemaps.flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? []);
      listed.add(urls.map((url) => ({ url: normalizeUrl(url), kind: 'listed', nofollow: false })));
    },
  });
}

interface VisitorOptions extends Pick<VisitOptions, 'fetcher' | 'retries'> {
  readonly session: HttpSession;
  /** Milliseconds between two requests. */
  readonly delay: number;
}

/**
 * Sends requests one after the other, as a person with a browser does. It does not use the engine's queue: a log-in that a
 * page under way needs would wait for that page. A POST is never sent twice.
 */
function politeVisitor({ fetcher, session, delay, retries }: VisitorOptions): StepVisitor {
  let before: Promise<unknown> = Promise.resolve();
  const ask: StepVisitor = (request) => {
    const isRepeatable = (request.method ?? 'GET') === 'GET';
    return retry(() => fetcher.fetch({ ...request, session }), {
      policy: isRepeatable ? retries : { ...retries, attempts: 1 },
      troubleOf,
    });
  };
  return (request) => {
    const answer = before.then(() => ask(request));
    before = answer.catch(() => null).then(() => (delay > 0 ? setTimeout(delay) : null));
    return answer;
  };
}

/** An overloaded server may say when to retry. */
function troubleOf({ status, retryAfterMs }: FetchResult): { readonly askedFor: number | null } | null {
  return status === 429 || status === 503 ? { askedFor: retryAfterMs } : null;
}

/** Acquires the lease on the host before every request. */
function whileLeased(fetcher: PageFetcher, hostLeases: HostLeases | undefined): PageFetcher {
  if (hostLeases === undefined) return fetcher;
  return {
    fetch: async (request) => {
      const { host } = new URL(request.url);
      await hostLeases.acquire(host);
      try {
        return await fetcher.fetch(request);
      } finally {
        hostLeases.release(host);
      }
    },
  };
}

/** The authentication schemes that the fetcher supports. */
const answeredSchemes = new Set(['basic', 'digest']);

/**
 * Fails when the site rejects the project's user and password for HTTP, instead of reporting every page as an error.
 * Once a page was shown, a later 401 concerns a single page. Throws ACCESS_LOGIN_FAILED.
 */
function withAccountChecked(
  fetcher: PageFetcher,
  { source, account }: Pick<RunDefinition, 'source' | 'account'>,
): PageFetcher {
  if (account?.password === undefined) return fetcher;
  const { origin } = new URL(source);
  let isAccepted = false;
  return {
    fetch: async (request) => {
      const answer = await fetcher.fetch(request);
      if (isAccepted || new URL(answer.url).origin !== origin) return answer;
      if (!request.session.hasPasswordFor(origin)) return answer;
      if (answer.status === 401) throw refusal(origin, account.username, answer);
      isAccepted = request.session.sendsPasswordTo(origin);
      return answer;
    },
  };
}

function refusal(origin: string, user: string, { headers }: FetchResult): AccessError {
  const schemes = headers.all('www-authenticate').flatMap(parseChallenges);
  const names = [...new Set(schemes.map(({ scheme }) => scheme))];
  const used = names.find((name) => answeredSchemes.has(name));
  if (used === undefined) {
    const asked = names.length === 0 ? 'does not say which' : `asks for ${names.join(', ')}`;
    return new AccessError(
      'ACCESS_LOGIN_FAILED',
      `${origin} wants another kind of log-in than a user and a password for HTTP: it answers 401 and ${asked}.`,
    );
  }
  return new AccessError(
    'ACCESS_LOGIN_FAILED',
    `${origin} refuses the user "${user}" with this password (401, ${used}). Check both.`,
  );
}
