import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../fixtures/servers/loopback-server.ts';
import type { ChaosSite, SitePage } from './chaos-site.ts';
import type { KillAtRequest } from './kill-schedule.ts';

/** A request for a page, as the server saw it. */
export interface LedgerEntry {
  /** From the user agent: a request of a killed process may arrive while the next one lives. */
  readonly life: number;
  readonly path: string;
}

/** Serves the site and writes down every request for a page. */
export interface LedgerServer {
  readonly origin: string;
  /** In the order in which they arrived. */
  readonly entries: readonly LedgerEntry[];
  /** Calls `strike` at the given request of the given life. */
  strikeAt(life: number, kill: KillAtRequest, strike: () => void): void;
  close(): Promise<void>;
}

export const userAgentOf = (life: number): string => `Tidemark-chaos/${life}`;

export async function ledgerServer(site: ChaosSite): Promise<LedgerServer> {
  const entries: LedgerEntry[] = [];
  const asked = new Map<number, number>();
  let armed: { readonly life: number; readonly kill: KillAtRequest; readonly strike: () => void } | null =
    null;

  /** The kill that is due at this request, if any. */
  function struckBy(
    life: number,
  ): { readonly when: KillAtRequest['when']; readonly strike: () => void } | null {
    const count = (asked.get(life) ?? 0) + 1;
    asked.set(life, count);
    if (armed === null || armed.life !== life || armed.kill.request !== count) return null;
    const { kill, strike } = armed;
    armed = null;
    return { when: kill.when, strike };
  }

  const server = createServer((request, response) => {
    const { url: path = '' } = request;
    if (path === '/robots.txt') {
      response.setHeader('content-type', 'text/plain').end('User-agent: *\nAllow: /\n');
      return;
    }
    const life = lifeOf(request);
    entries.push({ life, path });
    const struck = struckBy(life);
    if (struck?.when === 'before the answer') struck.strike();
    const page = site.get(path);
    const body = writeHead(response, page);
    if (struck?.when === 'half-way through it')
      response.write(body.subarray(0, body.length / 2), struck.strike);
    else if (struck?.when === 'after it') response.end(body, struck.strike);
    else response.end(body);
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    origin,
    entries,
    strikeAt: (life, kill, strike) => {
      armed = { life, kill, strike };
    },
    close,
  };
}

function lifeOf({ headers }: IncomingMessage): number {
  return Number(headers['user-agent']?.split('/')[1] ?? -1);
}

function writeHead(response: ServerResponse, page: SitePage | undefined): Buffer {
  const body = page?.body() ?? Buffer.from('There is no such page.');
  response.writeHead(page?.status ?? 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(page?.kind === 'moved' && { location: page.links[0] }),
  });
  return body;
}
