import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../fixtures/servers/loopback-server.ts';
import { endedRun } from '../started-server.ts';
import type { WatchedServer } from './start-watched-server.ts';

const repeated = (length: number, piece: (n: number) => string): string =>
  Array.from({ length }, (_, n) => piece(n)).join('');

/** Pages that take a crawl longest: of a thousand parts each, more or fewer of them. */
const hostilePages = {
  'signs of references': (parts) => '&'.repeat(15_000 * parts),
  'rows with costly selectors': (parts) =>
    `<table>${repeated(300 * parts, (n) => `<tr><td>row ${n}`)}</table>`,
  links: (parts) => repeated(500 * parts, (n) => `<a href="/links/${n % 20}">x`),
  'signs that begin no tag': (parts) => '<'.repeat(1000 * parts),
  'deep nesting': (parts) => `${'<div>'.repeat(200 * parts)}deep`,
} as const satisfies Readonly<Record<string, (parts: number) => string>>;

export type HostilePage = keyof typeof hostilePages;
export const hostilePageNames = Object.keys(hostilePages) as readonly HostilePage[];

const costly = `compare:
  - only: ['tr:nth-last-child(3n) td', 'td:not(p td, div td, section td)', 'table:has(td) tr ~ tr td']
`;

export interface VisitFigures {
  readonly page: HostilePage;
  readonly state: string;
  /** The longest that the main thread answered nobody, in milliseconds of CPU. */
  readonly longest: number;
  /** The slowest sign of life, by the clock. */
  readonly healthMs: number;
  readonly seconds: number;
}

/** Has the server visit each hostile page in two runs, and measures what its main thread does meanwhile. */
export async function hostileVisits(
  server: WatchedServer,
  parts: number,
  pages: readonly HostilePage[] = hostilePageNames,
): Promise<readonly VisitFigures[]> {
  let edition = 0;
  const site = await listenOnLoopback(
    createServer((request, response) => {
      const page = pages.find((each) => request.url === `/${encodeURIComponent(each)}`);
      const isKnown = page !== undefined || request.url === '/small';
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/html' });
      const body = page === undefined ? '' : hostilePages[page](parts);
      response.end(isKnown ? `<!doctype html><title>Tides</title><p>${edition}</p>${body}` : '');
    }),
  );
  const visit = async (name: string, path: string, how: string): Promise<string> => {
    await server.post('/api/projects', {
      file: `name: ${name}\nsource: ${site.origin}/${path}\nrender: never\n${how}`,
    });
    let state = '';
    for (const run of [1, 2]) {
      edition++;
      await server.post(`/api/projects/${name}/runs`);
      state = await endedRun(server, name, run);
    }
    return state;
  };
  try {
    // What a process loads with its first run is not the work of a page.
    await visit('small', 'small', '');
    const figures: VisitFigures[] = [];
    for (const [n, page] of pages.entries()) {
      await server.figures();
      const health = new HealthWatch(server.url);
      const began = performance.now();
      const how = page === 'rows with costly selectors' ? costly : '';
      const state = await visit(`hostile-${n}`, encodeURIComponent(page), how);
      const seconds = (performance.now() - began) / 1000;
      const healthMs = await health.end();
      figures.push({ page, state, longest: (await server.figures()).longest, healthMs, seconds });
    }
    return figures;
  } finally {
    await site.close();
  }
}

/** Asks for signs of life while others ask what costs. */
export class HealthWatch {
  readonly #url: string;
  readonly #watching: Promise<void>;
  readonly faults: string[] = [];
  #slowest = 0;
  #hasEnded = false;

  constructor(url: string) {
    this.#url = url;
    this.#watching = this.#watch();
  }

  /** Returns how long the slowest took, in milliseconds. */
  async end(): Promise<number> {
    this.#hasEnded = true;
    await this.#watching;
    return Math.round(this.#slowest);
  }

  async #watch(): Promise<void> {
    while (!this.#hasEnded) {
      const began = performance.now();
      const { status } = await fetch(`${this.#url}/healthz`);
      this.#slowest = Math.max(this.#slowest, performance.now() - began);
      if (status !== 200) this.faults.push(`${status} for a sign of life`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
