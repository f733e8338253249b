import { parseRobots } from './parse-robots.ts';
import { everythingAllowed, everythingDisallowed, type Robots } from './robots.ts';

/** RFC 9309 section 2.3.1.2: at least five redirects in a row are followed, to other hosts too. */
export const maxRobotsRedirects = 5;

/** One answer to a request for /robots.txt. A fetch that follows no redirects itself gives it. */
export interface RobotsResponse {
  readonly status: number;
  /** The Location header, or null. */
  readonly location: string | null;
  /** At least the first 500 KiB; what follows is not looked at and need not be read. */
  readonly body: Uint8Array;
}

/** What became of asking for /robots.txt, redirects included. */
export type RobotsFetch =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  /** More than five redirects, or one that leads nowhere. */
  | { readonly kind: 'lost in redirects'; readonly detail: string }
  /** No answer: DNS, connection, timeout, an answer that broke off. */
  | { readonly kind: 'unreachable'; readonly detail: string };

export interface RobotsReading {
  readonly robots: Robots;
  /** Whether the site told us its wish. If not, an older copy is better than this reading, and it is asked again soon. */
  readonly certain: boolean;
}

/** What the outcome means, RFC 9309 section 2.3.1. */
export function robotsFromResponse(fetched: RobotsFetch): RobotsReading {
  switch (fetched.kind) {
    case 'unreachable':
      return uncertain(`robots.txt could not be read: ${fetched.detail}`);
    case 'lost in redirects':
      return { robots: everythingAllowed(`no robots.txt: ${fetched.detail}`), certain: true };
    case 'answered':
      return fromStatus(fetched.status, fetched.body);
  }
}

function fromStatus(status: number, body: Uint8Array): RobotsReading {
  if (status >= 200 && status < 300) return { robots: parseRobots(body), certain: true };
  // The RFC lets a crawler take 429 for "no such file" like any 4xx; but a host that asks for a pause has not said
  // that everything may be fetched.
  if (status >= 400 && status < 500 && status !== 429) {
    return { robots: everythingAllowed(`no robots.txt: it answers ${status}`), certain: true };
  }
  return uncertain(`robots.txt answers ${status}`);
}

/** Section 2.3.1.4: when it cannot be known, nothing may be fetched. */
const uncertain = (why: string): RobotsReading => ({ robots: everythingDisallowed(why), certain: false });
