import { type HostScheduler, RobotsCache } from '../../access/index.ts';
import type { HttpSession, PageFetcher, RetryPolicy } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { type LinkInbox, openGate, type RobotsGate, RobotsTxtGate } from '../robots-gate.ts';
import type { RunSettings } from '../run/run-settings.ts';
import { ROBOT, robotsFetch } from './site-network.ts';

interface SiteRobotsParts {
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Whether the protocol has robots.txt. */
  readonly hasRobots: boolean;
  readonly settings: Pick<RunSettings, 'ignoreRobots'>;
  readonly retries: RetryPolicy;
  /** Receives the delays that sites ask for. */
  readonly scheduler: HostScheduler;
  /** Receives the sitemaps that a robots.txt names. */
  readonly listed: LinkInbox;
}

/** The robots.txt gate of a run. */
export function siteRobots(parts: SiteRobotsParts): RobotsGate {
  const { fetcher, session, hasRobots, settings, retries, scheduler, listed } = parts;
  if (settings.ignoreRobots || !hasRobots) return openGate;
  const fetchOnce = robotsFetch(fetcher, session, retries);
  return new RobotsTxtGate({
    cache: new RobotsCache({ fetchOnce, now: Date.now }),
    userAgent: ROBOT,
    now: Date.now,
    onRead: ({ origin, crawlDelay, sitemaps }) => {
      scheduler.setCrawlDelay(new URL(origin).host, crawlDelay);
      const urls = sitemaps.flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? []);
      listed.add(urls.map((url) => ({ url: normalizeUrl(url), kind: 'listed', nofollow: false })));
    },
  });
}
