import { crawlDelayFor, isAllowed, type KnownRobots, type RobotsCache } from '../access/index.ts';

/** Whether a site lets us fetch a URL, and what else its robots.txt asks for. */
export interface RobotsGate {
  /** Why the URL must not be fetched, in words; null when it may be. */
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

/** Keeps to robots.txt (RFC 9309). What is known already is answered without a promise: most pages of a crawl are of one host. */
export class RobotsTxtGate implements RobotsGate {
  readonly #cache: RobotsCache;
  readonly #userAgent: string;
  readonly #now: () => number;
  readonly #tell: (news: RobotsNews) => void;
  readonly #known = new Map<string, KnownRobots>();

  constructor(cache: RobotsCache, userAgent: string, now: () => number, tell: (news: RobotsNews) => void) {
    this.#cache = cache;
    this.#userAgent = userAgent;
    this.#now = now;
    this.#tell = tell;
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
    return rule === null ? 'robots.txt could not be read' : `robots.txt, line ${lineNumber}: ${rule}`;
  }
}
