import { setTimeout } from 'node:timers/promises';
import {
  AccessError,
  HostScheduler,
  type HostTurns,
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
  usualRetries,
} from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { LinkInbox, openGate, type RobotsGate, RobotsTxtGate } from '../robots-gate.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { checkedSettings, concurrencyOf } from '../run/run-settings.ts';
import type { StepVisitor } from '../steps/step-action.ts';
import { duringHours, systemClock } from './allowed-hours.ts';
import { openSession } from './open-session.ts';
import type { SiteLogin } from './site-login.ts';
import { httpOptions, ROBOT, robotsFetch } from './site-network.ts';

interface VisitOptions
  extends Pick<RunDependencies, 'clock' | 'stepActions' | 'turns'>,
    Pick<RunContext, 'definition' | 'signal'> {
  readonly fetcher: PageFetcher;
  /** Whether the protocol has robots.txt. */
  readonly hasRobots: boolean;
  readonly retries: RetryPolicy;
  /** Called while no requests are allowed at this hour. */
  readonly onWait: (until: number) => void;
  /** The forms that an earlier part of the run has sent. */
  readonly formsSent?: readonly number[];
  /** Whether steps are taken even if the project has none of its own. */
  readonly takesSteps?: boolean;
}

/** A visit of a project's site: its session, log-in, pace, hours and robots.txt. */
export interface PoliteVisit {
  readonly session: HttpSession;
  readonly siteLogin: SiteLogin;
  readonly scheduler: HostScheduler;
  readonly robots: RobotsGate;
  /** Links that the site names outside its pages. */
  readonly listed: LinkInbox;
  /** Sends requests in the allowed hours, without a log-in. */
  readonly site: PageFetcher;
  /** Sends one request after the other. */
  askAs(session: HttpSession): StepVisitor;
}

/** The one way in which runs, explorations and trials of steps visit the site of a project. */
export async function openPoliteVisit(options: VisitOptions): Promise<PoliteVisit> {
  const { definition, fetcher, hasRobots, retries, turns, signal, onWait, formsSent = [] } = options;
  const { settings, hours } = definition;
  const { delay } = settings;
  const site = duringHours(
    withAccountChecked(whileGranted(fetcher, turns), definition),
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
  turns?.paceBy(scheduler);
  const listed = new LinkInbox();
  const { hasOwnSteps, session: login, forms } = definition;
  // Most runs have no steps, log-in or forms, and do not need their parsers.
  const needsSiteLogin = options.takesSteps === true || hasOwnSteps || login !== null || forms.length > 0;
  const siteLogin = needsSiteLogin
    ? (await import('./site-login.ts')).openSiteLogin(definition, options, session, askAs, formsSent)
    : noSiteLogin;
  const robots =
    settings.ignoreRobots || !hasRobots
      ? openGate
      : robotsGate(robotsCache(site, session, retries), scheduler, listed);
  return { session, siteLogin, scheduler, robots, listed, site, askAs };
}

const noSiteLogin: SiteLogin = {
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

/** A visit of a site that no project names yet. */
export interface GuestVisit {
  /** What robots.txt says about an address, and the file itself. */
  robotsFor(url: string): Promise<ReturnType<typeof isAllowed> & Pick<KnownSite, 'robots'>>;
  /** Sends one request after the other, with this many milliseconds in between. */
  ask(delay: number): StepVisitor;
  close(): Promise<void>;
}

type KnownSite = Awaited<ReturnType<RobotsCache['get']>>;

/** Visits a site over HTTP without a log-in; for `hosts` see `siteEgress`. */
export async function openGuestVisit(
  hosts: readonly string[] | null,
  config: Pick<Config, 'caFile' | 'allowedNetworks'>,
  attempts?: number,
): Promise<GuestVisit> {
  const settings = await checkedSettings({});
  const fetcher = new HttpFetcher(httpOptions(hosts, settings, config));
  const session = new HttpSession();
  const retries = { ...usualRetries, attempts: attempts ?? settings.attempts };
  const cache = robotsCache(fetcher, session, retries);
  return {
    robotsFor: async (url) => {
      const { robots } = await cache.get(new URL(url).origin);
      return { ...isAllowed(robots, ROBOT, url), robots };
    },
    ask: (delay) => politeVisitor({ fetcher, session, delay, retries }),
    close: () => fetcher.close(),
  };
}

const robotsCache = (fetcher: PageFetcher, session: HttpSession, retries: RetryPolicy): RobotsCache =>
  new RobotsCache({ fetchOnce: robotsFetch(fetcher, session, retries), now: Date.now });

function robotsGate(cache: RobotsCache, scheduler: HostScheduler, listed: LinkInbox): RobotsGate {
  return new RobotsTxtGate({
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

interface VisitorOptions {
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Milliseconds between two requests. */
  readonly delay: number;
  readonly retries: RetryPolicy;
}

/**
 * Sends one request after the other, as a person with a browser does. It does not use the engine's queue: a log-in that a
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

/** An overloaded server may say when to come back. */
function troubleOf({ status, retryAfterMs }: FetchResult): { readonly askedFor: number | null } | null {
  return status === 429 || status === 503 ? { askedFor: retryAfterMs } : null;
}

/** Waits before every request until the host is granted. */
function whileGranted(fetcher: PageFetcher, turns: HostTurns | undefined): PageFetcher {
  if (turns === undefined) return fetcher;
  return {
    fetch: async (request) => {
      const { host } = new URL(request.url);
      await turns.enter(host);
      try {
        return await fetcher.fetch(request);
      } finally {
        turns.leave(host);
      }
    },
  };
}

/** The schemes that the fetcher answers by itself. */
const answeredSchemes = new Set(['basic', 'digest']);

/**
 * Says so when the site refuses the project's user and password for HTTP, instead of reporting every page as an error.
 * Once a page was shown, a further 401 concerns a single page. Throws ACCESS_LOGIN_FAILED.
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
