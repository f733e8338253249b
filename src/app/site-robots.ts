import { type HostScheduler, RobotsCache } from '../access/index.ts';
import { type DocumentLink, openGate, type RobotsGate, RobotsTxtGate } from '../crawl/index.ts';
import type { HttpSession, PageFetcher } from '../fetch/index.ts';
import { normalizeUrl } from '../url/index.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { ROBOT, robotsFetch } from './site-fetcher.ts';

export interface SiteRobotsParts {
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Whether its protocol knows robots.txt. */
  readonly isAsked: boolean;
  readonly settings: CrawlSettings;
  /** Learns the delays that sites ask for. */
  readonly scheduler: HostScheduler;
  /** Called with the sitemaps that a robots.txt names. */
  readonly onListed: (links: readonly DocumentLink[]) => void;
}

/** What robots.txt files say to a run. */
export function siteRobots(parts: SiteRobotsParts): RobotsGate {
  const { fetcher, session, isAsked, settings, scheduler, onListed } = parts;
  if (settings.ignoreRobots || !isAsked) return openGate;
  const fetchOnce = robotsFetch(fetcher, session, settings.attempts);
  return new RobotsTxtGate({
    cache: new RobotsCache({ fetchOnce, now: Date.now }),
    userAgent: ROBOT,
    now: Date.now,
    tell: ({ origin, crawlDelay, sitemaps }) => {
      scheduler.setCrawlDelay(new URL(origin).host, crawlDelay);
      const urls = sitemaps.flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? []);
      onListed(urls.map((url) => ({ url: normalizeUrl(url), kind: 'listed', nofollow: false })));
    },
  });
}
