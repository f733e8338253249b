import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { liveNoise } from './noise.ts';
import type { WildPage } from './wild-page.ts';
import type { WildSite } from './wild-site.ts';

const hour = 3_600_000;
/** Visits are at different hours of different days. */
const between = 27 * hour + 11 * 60_000 + 7_000;

export interface ServedWildSite {
  readonly origin: string;
  /** How often each page was requested since the last visit began. */
  readonly asked: () => ReadonlyMap<string, number>;
  /** Time passes until the next visit. */
  advance(): void;
  close(): Promise<void>;
}

/** The site on loopback, with a clock and a memory of its visitors. */
export async function serveWild(site: WildSite): Promise<ServedWildSite> {
  const server = createServer((request, response) => answer(request, response));
  const counts = new Map<string, number>();
  const seen = new Map<string, readonly string[]>();
  let visit = 0;
  let responses = 0;
  let asked = new Map<string, number>();

  function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    responses += 1;
    const now = site.traits.startsAt + visit * between + responses * 40;
    const key = site.keyOf(url);
    const cookie = /\bvid=(\w+)/.exec(headers.cookie ?? '')?.[1];
    const visitor = cookie ?? `v${visit}x${responses}`;
    const state = site.states[visit];
    const page = state?.pages.find((one) => one.key === key);
    const send = (status: number, body: string, more: Record<string, string> = {}) => {
      response.writeHead(status, {
        date: new Date(now).toUTCString(),
        'content-type': 'text/html; charset=utf-8',
        ...(cookie === undefined && { 'set-cookie': `vid=${visitor}; Path=/` }),
        ...more,
      });
      response.end(body);
    };
    if (state === undefined || page === undefined || page.answer.is === 'gone') {
      const status = page?.answer.is === 'gone' ? page.answer.status : 404;
      send(status, '<title>Not found</title><p>Nothing here.');
      return;
    }
    asked.set(key, (asked.get(key) ?? 0) + 1);
    if (page.answer.is === 'moved') {
      send(301, '', { location: page.answer.to });
      return;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const before = seen.get(visitor) ?? [];
    const noise = liveNoise({ seed: site.traits.seed, key, now, count, visitor, seen: before });
    if (page.template === 'item')
      seen.set(visitor, [key, ...before.filter((one) => one !== key)].slice(0, 4));
    const shown = page.answer.is === 'soft 404' ? notice(page) : page;
    send(200, site.kind.render({ page: shown, state, noise, site: site.traits }));
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

/** A missing page on sites that answer with 200: the frame of the site with a notice in it. */
const notice = (page: WildPage): WildPage => ({
  ...page,
  template: 'plain',
  title: 'Page not found',
  notice: '',
  sections: [
    {
      heading: 'Sorry!',
      blocks: [{ is: 'text', words: 'The page you are looking for could not be found. It may have moved.' }],
    },
  ],
});
