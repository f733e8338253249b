import { HostScheduler, type HostTurns, politeLimits } from '../../access/index.ts';
import { steadyClock } from '../../base/index.ts';
import type { HttpSession, PageFetcher, PageProtocol, PageSpider, RetryPolicy } from '../../fetch/index.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { LinkInbox, type RobotsGate } from '../robots-gate.ts';
import type { RunContext } from '../run/run-context.ts';
import { concurrencyOf } from '../run/run-settings.ts';
import { duringHours } from './allowed-hours.ts';
import { openSession } from './open-session.ts';
import { politeVisitor } from './polite-visitor.ts';
import { withAccountChecked } from './refused-account.ts';
import type { SiteDoors } from './site-doors.ts';
import { type SiteRendering, siteRendering } from './site-rendering.ts';
import { siteRobots } from './site-robots.ts';
import { withoutSecrets } from './without-secrets.ts';

/** How a run reaches its site: session, log-in, pace and hours. */
export interface SiteAccess {
  readonly session: HttpSession;
  readonly doors: SiteDoors;
  readonly scheduler: HostScheduler;
  /** The clock of the run, by which the scheduler is asked. */
  readonly now: () => number;
  readonly robots: RobotsGate;
  /** Links that the site names outside its pages. */
  readonly listed: LinkInbox;
  /** Whether there is something that must not be stored: a session, or a secret. */
  readonly keepsSecrets: boolean;
  /** Null when no page is shown to a browser. */
  readonly rendering: SiteRendering | null;
  /** Fetches pages, logged in if the project has a log-in. Its answers may be stored. */
  readonly fetcher: PageFetcher;
}

interface AccessOptions {
  readonly protocol: PageProtocol;
  readonly spider: PageSpider;
  readonly retries: RetryPolicy;
  /** The forms that an earlier part of the run has sent. */
  readonly formsSent: readonly number[];
  readonly leftOut: LeftOutCounts;
}

export async function siteAccess(
  context: RunContext,
  { protocol, spider, retries, formsSent, leftOut }: AccessOptions,
): Promise<SiteAccess> {
  const { definition, turns, clock, onEvent, signal } = context;
  const { settings, secrets, hours } = definition;
  const { delay } = settings;
  const session = await openSession(definition);
  const site = duringHours(
    withAccountChecked(whileAllowed(spider, turns), definition),
    hours,
    signal,
    clock,
    (until) => onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
  );
  const askAs = (visitor: HttpSession) => politeVisitor({ fetcher: site, session: visitor, delay, retries });
  const doors = await doorsOf(definition, context, session, askAs, formsSent);
  const isMember = definition.session !== null || definition.hasAccount;
  const scheduler = new HostScheduler({
    ...politeLimits,
    delay,
    concurrency: concurrencyOf(settings, 'pages'),
  });
  turns?.paceBy(scheduler);
  const listed = new LinkInbox();
  const rendering = await siteRendering(context, site, leftOut);
  const member = doors.asMember(rendering?.pages ?? site);
  const keepsSecrets = isMember || secrets.any;
  return {
    session,
    doors,
    scheduler,
    now: steadyClock(),
    robots: siteRobots({
      fetcher: site,
      session,
      hasRobots: protocol.capabilities.robots,
      settings,
      retries,
      scheduler,
      listed,
    }),
    listed,
    keepsSecrets,
    rendering,
    fetcher: keepsSecrets ? withoutSecrets(member, secrets.redactor) : member,
  };
}

/** Most runs have no steps, log-in or forms, and do not need their parsers. */
export async function doorsOf(
  ...given: Parameters<typeof import('./site-doors.ts').siteDoors>
): Promise<SiteDoors> {
  const [{ hasOwnSteps, session, forms }] = given;
  if (!hasOwnSteps && session === null && forms.length === 0) return noDoors;
  return (await import('./site-doors.ts')).siteDoors(...given);
}

const noDoors: SiteDoors = {
  entrances: {
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

/** Waits for its turn before every request. */
function whileAllowed(fetcher: PageFetcher, turns: HostTurns | undefined): PageFetcher {
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
