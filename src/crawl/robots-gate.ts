import { crawlDelayFor, isAllowed, type KnownRobots, type RobotsCache } from '../access/index.ts';
import type { DocumentLink } from './document-links.ts';
import { CrawlError } from './errors.ts';

/** Whether a site lets us fetch a URL, and what else its robots.txt asks for. */
export interface RobotsGate {
  /**
   * Why the URL must not be fetched, in words; null when it may be. Throws CRAWL_ROBOTS_UNREACHABLE when robots.txt
   * could not be read: then nothing may be fetched from the site (RFC 9309, section 2.3.1.4).
   */
  refusal(url: string): Promise<string | null> | string | null;
}

/** Allows everything, for users who own the site. */
export const openGate: RobotsGate = { refusal: () => null };

/** What a robots.txt file says besides its rules. */
interface ReadRobots {
  readonly origin: string;
  /** Seconds, or null. */
  readonly crawlDelay: number | null;
  /** As written there. */
  readonly sitemaps: readonly string[];
}

interface RobotsTxtGateOptions {
  readonly cache: RobotsCache;
  /** Our name in robots.txt. */
  readonly userAgent: string;
  readonly now: () => number;
  /** Called once for each robots.txt that was read. */
  readonly onRead: (news: ReadRobots) => void;
}

/** Obeys robots.txt (RFC 9309). Known sites are answered without a promise: most pages of a crawl are on one host. */
export class RobotsTxtGate implements RobotsGate {
  readonly #cache: RobotsCache;
  readonly #userAgent: string;
  readonly #now: () => number;
  readonly #onRead: (news: ReadRobots) => void;
  readonly #known = new Map<string, KnownRobots>();

  constructor(options: RobotsTxtGateOptions) {
    this.#cache = options.cache;
    this.#userAgent = options.userAgent;
    this.#now = options.now;
    this.#onRead = options.onRead;
  }

  refusal(url: string): Promise<string | null> | string | null {
    const origin = new URL(url).origin;
    const known = this.#known.get(origin);
    if (known !== undefined && known.freshUntil > this.#now()) return this.#judge(known, url);
    return this.#cache.get(origin).then((fresh) => {
      if (this.#known.get(origin) !== fresh) this.#learn(origin, fresh);
      return this.#judge(fresh, url);
    });
  }

  #learn(origin: string, known: KnownRobots): void {
    this.#known.set(origin, known);
    const { robots } = known;
    this.#onRead({ origin, crawlDelay: crawlDelayFor(robots, this.#userAgent), sitemaps: robots.sitemaps });
  }

  #judge({ robots }: KnownRobots, url: string): string | null {
    const { allowed, rule, lineNumber } = isAllowed(robots, this.#userAgent, url);
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
