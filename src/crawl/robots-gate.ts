import { crawlDelayFor, isAllowed, type KnownRobots, type RobotsCache } from '../access/index.ts';
import type { DocumentLink } from './document-links.ts';
import { CrawlError } from './errors.ts';

/** Whether a site lets us fetch a URL, and what else its robots.txt asks for. */
export interface RobotsGate {
  /**
   * Why the URL must not be fetched, in words; null when it may be. Throws CRAWL_ROBOTS_UNREACHABLE when the site
   * could not be asked: then nothing of it may be fetched (RFC 9309, section 2.3.1.4).
   */
  refusal(url: string): Promise<string | null> | string | null;
}

/** For those who own the site. */
export const openGate: RobotsGate = { refusal: () => null };

/** Called once for each robots.txt that was read. */
export interface RobotsNews {
  readonly origin: string;
  /** Seconds, or null. */
  readonly crawlDelay: number | null;
  /** As written there. */
  readonly sitemaps: readonly string[];
}

export interface RobotsTxtGateOptions {
  readonly cache: RobotsCache;
  /** The name by which robots.txt addresses us. */
  readonly userAgent: string;
  readonly now: () => number;
  readonly tell: (news: RobotsNews) => void;
}

/** Keeps to robots.txt (RFC 9309). What is known already is answered without a promise: most pages of a crawl are of one host. */
export class RobotsTxtGate implements RobotsGate {
  readonly #cache: RobotsCache;
  readonly #userAgent: string;
  readonly #now: () => number;
  readonly #tell: (news: RobotsNews) => void;
  readonly #known = new Map<string, KnownRobots>();

  constructor(options: RobotsTxtGateOptions) {
    this.#cache = options.cache;
    this.#userAgent = options.userAgent;
    this.#now = options.now;
    this.#tell = options.tell;
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
    this.#tell({ origin, crawlDelay: crawlDelayFor(robots, this.#userAgent), sitemaps: robots.sitemaps });
  }

  #judge({ robots }: KnownRobots, url: string): string | null {
    const { allowed, rule, lineNumber } = isAllowed(robots, this.#userAgent, url);
    if (allowed) return null;
    // No line decided: the site as a whole could not be asked.
    if (robots.blanket !== null) {
      throw new CrawlError(
        'CRAWL_ROBOTS_UNREACHABLE',
        `nothing of ${new URL(url).origin} is fetched: ${robots.blanket.because}`,
      );
    }
    return lineNumber === null ? (rule ?? 'robots.txt') : `robots.txt, line ${lineNumber}: ${rule}`;
  }
}

/** Links that a site names beside its pages (the sitemaps of a robots.txt), until the engine takes them. */
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
