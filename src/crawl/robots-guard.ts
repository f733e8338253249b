import { crawlDelayFor, isAllowed, type KnownRobots, type RobotsCache } from '../access/index.ts';
import type { DocumentLink } from './document-links.ts';
import { CrawlError } from './errors.ts';

/** What a robots.txt file says besides its rules. */
interface ReadRobots {
  readonly origin: string;
  /** Seconds, or null. */
  readonly crawlDelay: number | null;
  /** As written in the file. */
  readonly sitemaps: readonly string[];
}

interface RobotsGuardOptions {
  readonly cache: RobotsCache;
  /** Our name in robots.txt. */
  readonly userAgent: string;
  readonly now: () => number;
  /** Called once for each robots.txt that was read. */
  readonly onRead: (robots: ReadRobots) => void;
}

/** Obeys robots.txt (RFC 9309). Known sites are answered without a promise: most pages of a crawl are on one host. */
export class RobotsGuard {
  readonly #options: RobotsGuardOptions;
  readonly #known = new Map<string, KnownRobots>();

  constructor(options: RobotsGuardOptions) {
    this.#options = options;
  }

  /**
   * Why the URL must not be fetched, in words; null when it may be. Throws CRAWL_ROBOTS_UNREACHABLE when robots.txt
   * could not be read: then nothing may be fetched from the site (RFC 9309, section 2.3.1.4).
   */
  refusal(url: string): Promise<string | null> | string | null {
    const origin = new URL(url).origin;
    const known = this.#known.get(origin);
    if (known !== undefined && known.freshUntil > this.#options.now()) return this.#judge(known, url);
    return this.#options.cache.get(origin).then((fresh) => {
      if (this.#known.get(origin) !== fresh) this.#learn(origin, fresh);
      return this.#judge(fresh, url);
    });
  }

  #learn(origin: string, known: KnownRobots): void {
    this.#known.set(origin, known);
    const { robots } = known;
    const { userAgent, onRead } = this.#options;
    onRead({ origin, crawlDelay: crawlDelayFor(robots, userAgent), sitemaps: robots.sitemaps });
  }

  #judge({ robots }: KnownRobots, url: string): string | null {
    const { allowed, rule, lineNumber } = isAllowed(robots, this.#options.userAgent, url);
    if (allowed) return null;
    // No line decided: robots.txt could not be read.
    if (robots.blanket !== null) {
      const { trouble = 'does not answer', because } = robots.blanket;
      throw new CrawlError(
        'CRAWL_ROBOTS_UNREACHABLE',
        `${new URL(url).host} ${trouble}; nothing was visited there; try again later (${because})`,
      );
    }
    return lineNumber === null ? (rule ?? 'robots.txt') : `robots.txt, line ${lineNumber}: ${rule}`;
  }
}

/** Allows everything, for users who own the site. */
export const noRobots: Pick<RobotsGuard, 'refusal'> = { refusal: () => null };

/** Links that a site names outside its pages (sitemaps in robots.txt), until the engine takes them. */
export class LinkInbox {
  #links: DocumentLink[] = [];

  add(links: readonly DocumentLink[]): void {
    this.#links.push(...links);
  }

  take(): readonly DocumentLink[] {
    const links = this.#links;
    this.#links = [];
    return links;
  }
}
