import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { liveAt } from './live.ts';
import { drawPage } from './render-styled.ts';
import type { StyledSite } from './styled-site.ts';

/** Visits are at different hours of different days. */
const between = 27 * 3_600_000 + 11 * 60_000 + 7_000;

export interface ServedStyledSite {
  readonly origin: string;
  /** How often each page was requested since the last visit began. */
  readonly asked: () => ReadonlyMap<string, number>;
  /** Time passes until the next visit. */
  advance(): void;
  close(): Promise<void>;
}

/** The site on loopback, with a clock and a memory of its visitors. */
export async function serveStyled(site: StyledSite): Promise<ServedStyledSite> {
  const server = createServer((request, response) => answer(request, response));
  const counts = new Map<string, number>();
  const seen = new Map<string, readonly string[]>();
  let asked = new Map<string, number>();
  let visit = 0;
  let responses = 0;

  function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    responses += 1;
    const now = site.stock.startsAt + visit * between + responses * 40;
    const key = site.keyOf(url);
    const cookie = /\bvid=(\w+)/.exec(headers.cookie ?? '')?.[1];
    const visitor = cookie ?? `v${visit}x${responses}`;
    const state = site.states[visit];
    const page = state?.pages.find((one) => one.key === key && !one.isGone);
    response.setHeader('date', new Date(now).toUTCString());
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (cookie === undefined) response.setHeader('set-cookie', `vid=${visitor}; Path=/`);
    if (url.startsWith('/chart.png')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end('always the same');
      return;
    }
    if (state === undefined || page === undefined) {
      response.writeHead(404).end('<title>Not found</title><p>Nothing here.');
      return;
    }
    asked.set(key, (asked.get(key) ?? 0) + 1);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const before = seen.get(visitor) ?? [];
    seen.set(visitor, [key, ...before.filter((one) => one !== key)].slice(0, 4));
    const live = liveAt({ seed: site.stock.seed, key, now, count, visitor, seen: before });
    response.writeHead(200).end(drawPage(site, state, page, live));
  }

  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: () => asked,
    advance: () => {
      visit += 1;
      asked = new Map();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
