import { messageOf } from '../../base/index.ts';
import { parseRobots, type Robots } from './parse-robots.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** RFC 9309 section 2.4: a copy should not be used for more than 24 hours. */
const lifetime = day;
/** While the site is unreachable, the last copy may be used longer (section 2.3.1.4 gives 30 days as an example). */
const lifetimeWhileUnreachable = 30 * day;
/** An unreachable robots.txt blocks a whole host, so it is requested again soon, then less and less often. */
const firstRetry = minute;
const longestRetry = 60 * minute;
/**
 * Parsed files are kept up to this many bytes of text. A crawl of 100,000 hosts with files of common size (under 1 kB) keeps them all.
 */
const defaultByteBudget = 64 * 1024 * 1024;
/** The cost of an entry without its text. */
const entryBytes = 512;

interface RobotsCacheOptions {
  readonly fetchOnce: FetchOnce;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly byteBudget?: number;
}

/** What a site's robots.txt says now. */
export interface KnownRobots {
  readonly robots: Robots;
  /** Until then, `get` returns the same answer without a request. */
  readonly freshUntil: number;
}

interface Entry extends KnownRobots {
  readonly bytes: number;
  /** When the site last said what it allows; null if it never has. */
  readonly certainAt: number | null;
  readonly failures: number;
}

/** The robots.txt of every origin of a crawl, requested when it is first needed, then once a day. */
export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #inFlight = new Map<string, Promise<KnownRobots>>();
  #bytes = 0;

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
  }

  /** `origin` is like `https://example.org:8080`. Never rejects; callers that ask at the same time share one request. */
  get(origin: string): Promise<KnownRobots> {
    const entry = this.#entries.get(origin);
    if (entry !== undefined && this.#options.now() < entry.freshUntil) {
      this.#keep(origin, entry);
      return Promise.resolve(entry);
    }
    const pending = this.#inFlight.get(origin);
    if (pending !== undefined) return pending;
    const request = this.#request(origin);
    this.#inFlight.set(origin, request);
    return request;
  }

  async #request(origin: string): Promise<KnownRobots> {
    const fetched = await fetchRobots(origin, this.#options.fetchOnce);
    const entry = nextEntry(this.#entries.get(origin), fetched, this.#options.now());
    this.#keep(origin, entry);
    this.#inFlight.delete(origin);
    return entry;
  }

  #keep(origin: string, entry: Entry): void {
    this.#drop(origin);
    this.#entries.set(origin, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= (this.#options.byteBudget ?? defaultByteBudget) || oldest === origin) return;
      this.#drop(oldest);
    }
  }

  #drop(origin: string): void {
    this.#bytes -= this.#entries.get(origin)?.bytes ?? 0;
    this.#entries.delete(origin);
  }
}

function nextEntry(before: Entry | undefined, fetched: RobotsFetch, now: number): Entry {
  const { robots, certain } = robotsFromResponse(fetched);
  if (certain) {
    const bytes = entryBytes + (fetched.kind === 'answered' ? fetched.body.byteLength : 0);
    return { robots, bytes, certainAt: now, freshUntil: now + lifetime, failures: 0 };
  }
  const failures = (before?.failures ?? 0) + 1;
  const freshUntil = now + Math.min(longestRetry, firstRetry * 2 ** (failures - 1));
  if (before?.certainAt != null && now - before.certainAt < lifetimeWhileUnreachable) {
    return { ...before, freshUntil, failures };
  }
  return { robots, bytes: entryBytes, certainAt: null, freshUntil, failures };
}

/** One answer to a request for /robots.txt, no redirect followed. */
export interface RobotsResponse {
  readonly status: number;
  /** The Location header, or null. */
  readonly location: string | null;
  /** At least the first 500 KiB; the rest is ignored and need not be read. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and follows no redirect. Called for /robots.txt and for the URLs it redirects to; each goes through the egress guard. Rejects
 * when there is no complete answer.
 */
export type FetchOnce = (url: string) => Promise<RobotsResponse>;

/** The outcome of a request for /robots.txt, redirects included. */
type RobotsFetch =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  /** More than five redirects, or a redirect without a valid target. */
  | { readonly kind: 'lost in redirects'; readonly detail: string }
  /** No answer: DNS, connection, timeout, an incomplete answer. */
  | { readonly kind: 'unreachable'; readonly detail: string };

/** RFC 9309 section 2.3.1.2: at least five redirects in a row are followed, also to other hosts. */
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks an origin (`https://example.org`) for its robots.txt. Never rejects. */
export async function fetchRobots(origin: string, fetchOnce: FetchOnce): Promise<RobotsFetch> {
  let url = `${origin}/robots.txt`;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    let response: RobotsResponse;
    try {
      response = await fetchOnce(url);
    } catch (error) {
      return { kind: 'unreachable', detail: messageOf(error) };
    }
    if (!redirects.has(response.status)) {
      return { kind: 'answered', status: response.status, body: response.body };
    }
    const next = webAddress(response.location, url);
    if (next === null) return { kind: 'lost in redirects', detail: `${url} redirects to no web address` };
    url = next;
  }
  return { kind: 'lost in redirects', detail: `more than ${maxRedirects} redirects` };
}

function webAddress(location: string | null, base: string): string | null {
  const url = location === null ? null : URL.parse(location, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

interface RobotsReading {
  readonly robots: Robots;
  /** Whether the site has said what it allows. If not, an older copy is used instead of this reading, and robots.txt is requested again soon. */
  readonly certain: boolean;
}

/** What the outcome means, RFC 9309 section 2.3.1. */
export function robotsFromResponse(fetched: RobotsFetch): RobotsReading {
  switch (fetched.kind) {
    case 'unreachable':
      return nothingAllowed(`robots.txt could not be read: ${fetched.detail}`, 'does not answer');
    case 'lost in redirects':
      return everythingAllowed(`no robots.txt: ${fetched.detail}`);
    case 'answered':
      return fromStatus(fetched.status, fetched.body);
  }
}

function fromStatus(status: number, body: Uint8Array): RobotsReading {
  if (status >= 200 && status < 300) return { robots: parseRobots(body), certain: true };
  // The RFC lets a crawler treat 429 as "no such file", like any 4xx; but a host that asks for a pause has not said
  // that everything may be fetched.
  if (status >= 400 && status < 500 && status !== 429) {
    return everythingAllowed(`no robots.txt: it answers ${status}`);
  }
  return nothingAllowed(`robots.txt answers ${status}`, status === 429 ? 'asks us to wait' : 'is failing');
}

const everythingAllowed = (because: string): RobotsReading => ({
  robots: blanket(true, because),
  certain: true,
});

/** Section 2.3.1.4: while the site's rules are unknown, nothing may be fetched. */
const nothingAllowed = (because: string, trouble: string): RobotsReading => ({
  robots: { groups: [], sitemaps: [], blanket: { allowed: false, because, trouble } },
  certain: false,
});

/** One answer for every path. */
export function blanket(allowed: boolean, because: string): Robots {
  return { groups: [], sitemaps: [], blanket: { allowed, because } };
}
