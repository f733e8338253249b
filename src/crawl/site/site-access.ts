import { steadyClock } from '../../base/index.ts';
import type { PageFetcher, PageProtocol, PageSpider, RetryPolicy } from '../../fetch/index.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import type { RunContext } from '../run/run-context.ts';
import { openPoliteVisit, type PoliteVisit } from './polite-visit.ts';
import { type SiteRendering, siteRendering } from './site-rendering.ts';
import { withoutSecrets } from './without-secrets.ts';

/** How a run reaches its site. */
export interface SiteAccess extends Omit<PoliteVisit, 'site' | 'askAs'> {
  /** The clock of the run, by which the scheduler is asked. */
  readonly now: () => number;
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
  const { definition, onEvent } = context;
  const { session, hasAccount, secrets } = definition;
  const {
    site,
    askAs: _,
    ...visit
  } = await openPoliteVisit({
    ...context,
    fetcher: spider,
    hasRobots: protocol.capabilities.robots,
    retries,
    onWait: (until) => onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
    formsSent,
  });
  const rendering = await siteRendering(context, site, leftOut);
  const member = visit.doors.asMember(rendering?.pages ?? site);
  const keepsSecrets = session !== null || hasAccount || secrets.any;
  return {
    ...visit,
    now: steadyClock(),
    keepsSecrets,
    rendering,
    fetcher: keepsSecrets ? withoutSecrets(member, secrets.redactor) : member,
  };
}
