import type { ServedSite } from './serve.ts';

/** What a plain visitor gets. */
export interface Fetched {
  readonly status: number;
  readonly target: string;
  readonly body: string;
}

const longestChain = 5;

/** Fetches an address as a visitor with no cookies but those of its own redirects. */
export async function fetchPage(origin: string, target: string): Promise<Fetched> {
  let at = target;
  let cookie = '';
  for (let hop = 0; hop < longestChain; hop++) {
    const response = await fetch(`${origin}${at}`, { redirect: 'manual', headers: { cookie } });
    const body = await response.text().catch(() => '');
    const location = response.headers.get('location');
    if (location === null) return { status: response.status, target: at, body };
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    at = location;
  }
  throw new Error(`${target} leads nowhere`);
}

/** Follows every link from the front page, like a simple crawler that knows the addresses of the site. */
export async function walkSite({ origin, site }: ServedSite): Promise<ReadonlyMap<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const queue = ['/'];
  const seen = new Set(['/']);
  for (let target = queue.pop(); target !== undefined; target = queue.pop()) {
    const key = site.keyOf(target);
    const fetched = await fetchPage(origin, target);
    found.set(key, fetched);
    for (const [, href = ''] of fetched.body.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)) {
      const next = href.replaceAll('&amp;', '&');
      if (seen.has(site.keyOf(next))) continue;
      seen.add(site.keyOf(next));
      queue.push(next);
    }
  }
  return found;
}
