import { createServer, type Server } from 'node:http';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A request that one of the hosts got. Times by the clock that nobody sets. */
export interface AskedOfHost {
  readonly host: string;
  readonly path: string;
  readonly from: number;
  readonly until: number;
}

/** What a host answers to a path; null for a page that is not there. */
export type HostPages = (
  host: number,
  path: string,
  origins: readonly string[],
) => HostAnswer | string | null;

export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ManyHosts {
  readonly origins: readonly string[];
  /** What to visit them all with. */
  readonly scope: string[];
  readonly asked: readonly AskedOfHost[];
  /** What they answer from now on. */
  show(pages: HostPages): void;
  /** How long an answer takes from now on, in milliseconds. */
  answerIn(ms: number): void;
  /** Returns when so many requests were answered. */
  reaches(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Several hosts on this machine, each on a port of its own. An answer takes so many milliseconds. */
export async function manyHosts(count: number, firstMs: number, first: HostPages): Promise<ManyHosts> {
  let pages = first;
  let ms = firstMs;
  const asked: AskedOfHost[] = [];
  const origins: string[] = [];
  const closers: (() => Promise<void>)[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const serverOf = (number: number): Server =>
    createServer(({ url: path = '', headers }, response) => {
      const from = performance.now();
      const shown = path === '/robots.txt' ? null : pages(number, path, origins);
      const answer = typeof shown === 'string' ? { status: 200, headers: {}, body: shown } : shown;
      setTimeout(() => {
        asked.push({ host: headers.host ?? '', path, from, until: performance.now() });
        response.writeHead(answer?.status ?? 404, { 'content-type': 'text/html', ...answer?.headers });
        response.end(answer?.body ?? 'There is nothing here.');
        for (const { count: wanted, resolve } of waiting) if (asked.length >= wanted) resolve();
      }, ms);
    });
  for (let number = 0; number < count; number++) {
    const { origin, close } = await listenOnLoopback(serverOf(number));
    origins.push(origin);
    closers.push(close);
  }
  return {
    origins,
    scope: origins.map((origin) => `${origin}/`),
    asked,
    show: (next) => {
      pages = next;
    },
    answerIn: (next) => {
      ms = next;
    },
    reaches: (wanted) =>
      new Promise((resolve) => {
        if (asked.length >= wanted) resolve();
        else waiting.push({ count: wanted, resolve });
      }),
    close: async () => void (await Promise.all(closers.map((close) => close()))),
  };
}

/** Each host has a start, some pages of its own, and links to the starts of all other hosts. */
export const linkedHosts =
  (
    ownPages: number,
    words: (host: number, path: string) => string = (host, path) => `host ${host}, ${path}`,
  ): HostPages =>
  (host, path, origins) => {
    if (path === '/') {
      const own = Array.from({ length: ownPages }, (_, page) => `<a href="/p${page}">page ${page}</a>`);
      const others = origins.map((origin, number) => `<a href="${origin}/">host ${number}</a>`);
      return `<title>Start of ${host}</title><p>${words(host, path)}</p>${[...own, ...others].join(' ')}`;
    }
    const page = Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(page < ownPages)) return null;
    return `<title>Page ${page} of ${host}</title><p>This tells a story of its own: ${words(host, path)}.</p>`;
  };

/** Requests to one host that were under way at the same time: none, where one after the other was asked for. */
export function overlaps(asked: readonly AskedOfHost[]): readonly (readonly [AskedOfHost, AskedOfHost])[] {
  return [...Map.groupBy(asked, ({ host }) => host).values()].flatMap((ofHost) => {
    const sorted = ofHost.toSorted((a, b) => a.from - b.from);
    return sorted.flatMap((one, place) => {
      const next = sorted[place + 1];
      return next !== undefined && next.from < one.until ? [[one, next] as const] : [];
    });
  });
}
