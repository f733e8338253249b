// A site of two pages in its own process: a start page and a heavy one, which a message replaces by another.
import { createServer } from 'node:http';
import { type HeavyKind, heavyPage, heavyType } from '../../test/kernel/crawl/large-pages/heavy-pages.ts';

export interface ServedPage {
  readonly kind: HeavyKind | 'links';
  readonly bytes: number;
  readonly visit: number;
  /** Whether every fetch gets another page. */
  readonly isDrawn: boolean;
}

const start = '<!doctype html><title>Start</title><p>The <a href="/heavy">heavy page</a>.</p>';
let served: ServedPage = { kind: 'random words', bytes: 0, visit: 1, isDrawn: false };
let fetches = 0;

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') return void response.writeHead(404).end();
  if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(start);
  if (request.url !== '/heavy') return void response.writeHead(404).end();
  const { kind, bytes, visit, isDrawn } = served;
  const seed = isDrawn ? ++fetches : visit;
  if (kind === 'links') {
    const links = Array.from({ length: bytes / 20 }, (_, i) => `<a href="/page-${i}">${i}</a> `).join('');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Visit ${seed}</p>${links}`);
    return;
  }
  response.writeHead(200, { 'content-type': heavyType(kind) }).end(heavyPage(kind, seed, bytes));
});
process.on('message', (page: ServedPage) => {
  served = page;
  process.send?.('served');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
