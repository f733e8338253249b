import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A request for a page, as the site saw it. */
export interface Asked {
  readonly host: string;
  readonly url: string;
  /** Whether the machine stood still shortly before: then requests come in bunches. */
  readonly isBunched: boolean;
  /** Whether it came with a new connection. */
  readonly isFirst: boolean;
  /** Who asked: projects say their name. */
  readonly project: string;
  /** Milliseconds since 1970, as is `endedAt`. */
  readonly at: number;
  /** When it was answered or broken off; null while neither. */
  endedAt: number | null;
}

/** Hosts whose pages change from edition to edition. Each page but the first has one link to it: a link that is lost loses all below it. */
export interface WatchedSite {
  readonly origins: readonly string[];
  /** In order. */
  readonly asked: readonly Asked[];
  edition: number;
  /** What a crawl over these hosts has to find: the address of each page, and the SHA-256 of its body in this edition. */
  truth(origins: readonly string[]): ReadonlyMap<string, string>;
  /** The addresses of pages that changed with this edition. */
  changed(origins: readonly string[]): readonly string[];
  /** Breaks all connections, and every further one, until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export interface SiteSize {
  readonly hosts: number;
  /** Of each host. */
  readonly pages: number;
  /** How long an answer takes, in milliseconds. */
  readonly answer: number;
}

/** Every so many pages change with an edition. */
const CHANGES = 5;

/** The edition that last changed a page. */
const lastChange = (page: number, edition: number): number => {
  for (let at = edition; at > 0; at--) if ((page + at) % CHANGES === 0) return at;
  return 0;
};

const vocabulary =
  'harbour tide moon anchor beacon barge canal cargo cliff coast crane current dock dune ebb estuary ferry flood fog gale gull island jetty keel lagoon ledge marina mast mooring oar pier pilot port quay reef rope rudder sail salt sand seal shoal shore signal sound spring storm strait surf swell tug vessel wave wharf wind yard'.split(
    ' ',
  );

/** Words in an order that no other page has, so that no two pages have a change in common. */
const wordsOf = (...given: readonly number[]): string =>
  [...createHash('sha256').update(given.join(' ')).digest().subarray(0, 16)]
    .map((byte) => vocabulary[byte % vocabulary.length])
    .join(' ');

/** How long requests come in bunches after a standstill, in milliseconds. */
const BUNCHED = 300;

/** When this process last got no processor for longer than a request is late otherwise. */
function watchStalls() {
  const stalls = { lastAt: 0, end: () => clearInterval(timer) };
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > 40) stalls.lastAt = now;
    last = now;
  }, 10);
  return stalls;
}

export async function watchedSite({ hosts, pages, answer }: SiteSize): Promise<WatchedSite> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const used = new WeakSet<Socket>();
  const origins: string[] = [];
  const state = { edition: 0, isCut: false };
  const stalls = watchStalls();
  const bodyOf = (host: number, page: number): string => {
    const links = [3 * page + 1, 3 * page + 2, 3 * page + 3]
      .filter((child) => child < pages)
      .map((child) => `/${child}`);
    // The next host is found early, or late.
    if (page === (host % 2 === 0 ? 0 : Math.floor(pages / 2))) links.push(`${origins[host + 1] ?? ''}/0`);
    const edition = lastChange(page, state.edition);
    return `<!doctype html><title>Page ${page} of host ${host}</title>
      <h1>Tide tables, page ${page} of host ${host}</h1><p>It is about ${wordsOf(host, page, -1)}.</p>
      <p>Then there is ${wordsOf(host, page, -2)}, as every year.</p><p>Not to forget ${wordsOf(host, page, -3)}.</p>
      <p>News of the day: ${wordsOf(host, page, edition)}.</p><p>Harbour office, open from eight to five.</p>
      ${links.map((path) => `<p><a href="${path}">Tides at ${path}</a></p>`).join('')}`;
  };
  const serve = (host: number): Server => {
    const server = createServer((request, response) => {
      const page = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
      if (!(page < pages)) return response.writeHead(404).end();
      const entry: Asked = {
        host: origins[host] ?? '',
        url: `${origins[host]}${request.url}`,
        project: String(request.headers['user-agent']),
        at: Date.now(),
        isFirst: !used.has(request.socket),
        isBunched: Date.now() - stalls.lastAt < BUNCHED,
        endedAt: null,
      };
      used.add(request.socket);
      asked.push(entry);
      response.on('close', () => {
        entry.endedAt = Date.now();
      });
      const body = bodyOf(host, page);
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), answer);
      return response;
    });
    server.on('connection', (socket) => {
      if (state.isCut) return socket.destroy();
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return socket;
    });
    return server;
  };
  const listening = await Promise.all(
    Array.from({ length: hosts }, (_, host) => listenOnLoopback(serve(host))),
  );
  origins.push(...listening.map(({ origin }) => origin));
  const numbers = Array.from({ length: pages }, (_, page) => page);
  return {
    origins,
    asked,
    get edition() {
      return state.edition;
    },
    set edition(edition) {
      state.edition = edition;
    },
    truth: (of) =>
      new Map(
        of.flatMap((origin) =>
          numbers.map((page) => [
            `${origin}/${page}`,
            createHash('sha256')
              .update(bodyOf(origins.indexOf(origin), page))
              .digest('hex'),
          ]),
        ),
      ),
    changed: (of) =>
      of.flatMap((origin) =>
        numbers
          .filter((page) => lastChange(page, state.edition) === state.edition)
          .map((page) => `${origin}/${page}`),
      ),
    cut() {
      state.isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      state.isCut = false;
    },
    async close() {
      stalls.end();
      for (const { close } of listening) await close();
    },
  };
}
