import { HostScheduler, politeLimits } from '../../access/index.ts';
import {
  formToSend,
  LinkInbox,
  Membership,
  PageForms,
  type RobotsGate,
  StepEntrances,
  type StepVisitor,
  stepActions,
} from '../../crawl/index.ts';
import type { HttpSession, PageFetcher, PageProtocol, PageSpider, RetryPolicy } from '../../fetch/index.ts';
import { concurrencyOf } from '../run/run-settings.ts';
import type { RunParts } from '../run/runner.ts';
import { duringHours, systemClock } from './allowed-hours.ts';
import { openSession, withToken } from './open-session.ts';
import { politeVisitor } from './polite-visitor.ts';
import { siteRobots } from './site-robots.ts';
import { withoutSecrets } from './without-secrets.ts';

/** How a run reaches its site: as whom, by which doors and forms, at what pace, in which hours. */
export interface SiteAccess {
  readonly session: HttpSession;
  readonly membership: Membership;
  readonly entrances: StepEntrances;
  readonly forms: PageForms;
  readonly scheduler: HostScheduler;
  readonly robots: RobotsGate;
  /** What the site names beside its pages. */
  readonly listed: LinkInbox;
  /** Whether there is something that must not be kept: a session, or a secret. */
  readonly keepsSecrets: boolean;
  /** Fetches pages as the member that the project is; answers may be kept. */
  readonly fetcher: PageFetcher;
}

/** `formsSent` is what an earlier part of the run has sent. */
export async function siteAccess(
  { definition, surroundings, onEvent, signal }: RunParts,
  protocol: PageProtocol,
  spider: PageSpider,
  retries: RetryPolicy,
  formsSent: readonly number[],
): Promise<SiteAccess> {
  const { settings, secrets, hours } = definition;
  const { clock = systemClock, stepActions: more = [] } = surroundings;
  const { delay } = settings;
  const session = await openSession(definition);
  const site = duringHours(withToken(spider, definition), hours, signal, clock, (until) =>
    onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
  );
  const ask = politeVisitor({ fetcher: site, session, delay, retries });
  const membership = new Membership(definition, ask);
  const visit: StepVisitor = (request) => membership.visit(request.url, () => ask(request));
  const scheduler = new HostScheduler({
    ...politeLimits,
    delay,
    concurrency: concurrencyOf(settings, 'pages'),
  });
  const listed = new LinkInbox();
  const member: PageFetcher = membership.isMember
    ? { fetch: (request) => membership.visit(request.url, () => site.fetch(request)) }
    : site;
  const keepsSecrets = membership.isMember || secrets.any;
  return {
    session,
    membership,
    entrances: new StepEntrances(definition, membership, visit, [...stepActions, ...more]),
    forms: new PageForms(
      definition.forms.map((form) => formToSend(form, secrets)),
      formsSent,
      visit,
    ),
    scheduler,
    robots: siteRobots({
      fetcher: site,
      session,
      isAsked: protocol.capabilities.robots,
      settings,
      retries,
      scheduler,
      listed,
    }),
    listed,
    keepsSecrets,
    fetcher: keepsSecrets ? withoutSecrets(member, secrets.redactor) : member,
  };
}
