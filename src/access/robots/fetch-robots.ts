import { maxRobotsRedirects, type RobotsFetch, type RobotsResponse } from './robots-from-response.ts';

/**
 * Sends one request and follows no redirect. Called for /robots.txt and for the places it redirects to; each goes
 * through the egress guard like any request. Rejects when there is no complete answer; the message is shown in reports.
 */
export type FetchOnce = (url: string) => Promise<RobotsResponse>;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks an origin (`https://example.org`) for its robots.txt. Never rejects. */
export async function fetchRobots(origin: string, fetchOnce: FetchOnce): Promise<RobotsFetch> {
  let url = `${origin}/robots.txt`;
  for (let hops = 0; hops <= maxRobotsRedirects; hops++) {
    let response: RobotsResponse;
    try {
      response = await fetchOnce(url);
    } catch (error) {
      return { kind: 'unreachable', detail: error instanceof Error ? error.message : String(error) };
    }
    if (!redirects.has(response.status)) {
      return { kind: 'answered', status: response.status, body: response.body };
    }
    const next = target(response.location, url);
    if (next === null) return { kind: 'lost in redirects', detail: `${url} redirects to no web address` };
    url = next;
  }
  return { kind: 'lost in redirects', detail: `more than ${maxRobotsRedirects} redirects` };
}

function target(location: string | null, base: string): string | null {
  const url = location === null ? null : URL.parse(location, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
