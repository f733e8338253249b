import { parseRobots, type Robots } from './parse-robots.ts';

/** One answer to a request for /robots.txt, no redirect followed. */
export interface RobotsResponse {
  readonly status: number;
  /** The Location header, or null. */
  readonly location: string | null;
  /** At least the first 500 KiB; the rest is ignored and need not be read. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and follows no redirect. Called for /robots.txt and for the places it redirects to; each request
 * goes through the egress guard. Rejects when there is no complete answer; reports show the message.
 */
export type FetchOnce = (url: string) => Promise<RobotsResponse>;

/** The outcome of asking for /robots.txt, redirects included. */
export type RobotsFetch =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  /** More than five redirects, or one that leads nowhere. */
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
      return { kind: 'unreachable', detail: error instanceof Error ? error.message : String(error) };
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
  /** Whether the site has said what it allows. If not, an older copy is better than this reading, and the site is asked again soon. */
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
