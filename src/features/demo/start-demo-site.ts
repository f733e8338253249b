import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Edition } from './magazine-articles.ts';
import { magazinePages } from './magazine-pages.ts';

/** The bundled sample site, served on loopback during a demonstration. */
export interface DemoSite {
  readonly url: string;
  /** Serves the next edition from now on. */
  publish(edition: Edition): void;
  /** The number of session ids that it issued, and of page requests that it answered. */
  visitors(): { readonly sessions: number; readonly requests: number };
  close(): Promise<void>;
}

/** Serves the magazine on a free port. A visitor without a session id gets a new one in every link. */
export async function startDemoSite(): Promise<DemoSite> {
  let pages = magazinePages('first');
  let requests = 0;
  let sessions = 0;
  let origin = '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const write = pages.get(pathname);
    requests++;
    if (write === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
      return;
    }
    const carried = searchParams.get('PHPSESSID');
    const session = carried ?? newSession();
    const { type, body } = write({ session, now: new Date(), draw: Math.random() }, origin);
    if (carried === null && type.startsWith('text/html')) sessions++;
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/`,
    publish(edition) {
      pages = magazinePages(edition);
    },
    visitors: () => ({ sessions, requests }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** 26 characters, as PHP's session ids. */
function newSession(): string {
  return BigInt(`0x${randomBytes(17).toString('hex')}`)
    .toString(36)
    .padStart(26, '0')
    .slice(-26);
}
