import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Dice } from '../../../../../src/base/index.ts';
import { type SiteServer, serveSite } from '../../../../sites/plain/site-server.ts';
import { type ShopContent, type ShopFlag, shopVersions } from './shop-content.ts';

export interface SinglePageShop extends SiteServer {
  /** Publishes what is there at the visit with this number, and says which flag each page gets then. A page's path is its key. */
  publish(visit: 1 | 2 | 3): Readonly<Record<string, ShopFlag>>;
}

export interface ShopHabits {
  /** What pages that are gone answer: hosts of files answer every path with the same shell and 200. Default: 404. */
  readonly gone?: 200 | 404;
}

const script = readFileSync(new URL('shop-client.js', import.meta.url), 'utf8');
const shell = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The sail loft</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="app"></div><script type="module" src="/assets/shop-4be1c2.js"></script></body>
</html>
`;

/**
 * A shop whose pages are all built by its script out of JSON, with a clock and an advert on each. The shell is the same for all addresses and
 * all times, and its ETag too: what changed can only be seen by running the script.
 */
export async function singlePageShop({ gone = 404 }: ShopHabits = {}): Promise<SinglePageShop> {
  let { content } = shopVersions[0];
  const dice = new Dice(7);
  const site = await serveSite(({ target, headers }, response) => {
    const { pathname } = new URL(target, 'http://localhost');
    if (pathname === '/assets/shop-4be1c2.js') {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      return send(response, 200, 'text/javascript', script);
    }
    if (pathname === '/api/advert') return sendJson(response, advert(dice));
    if (pathname.startsWith('/api/page/'))
      return sendJson(response, viewOf(content, pathname.slice('/api/page'.length)));
    // The files of a host that has neither.
    if (pathname === '/robots.txt' || pathname === '/sitemap.xml')
      return send(response, 404, 'text/plain', 'not here');
    const status = viewOf(content, pathname) === null ? gone : 200;
    response.setHeader('etag', '"shell-1"');
    if (status === 200 && headers['if-none-match'] === '"shell-1"') return void response.writeHead(304).end();
    send(response, status, 'text/html; charset=utf-8', shell);
  });
  return {
    ...site,
    publish: (visit) => {
      const version = shopVersions[visit - 1] ?? shopVersions[0];
      content = version.content;
      return version.flags;
    },
  };
}

/** What the script shows at a path; null where there is nothing. */
function viewOf({ products, pages }: ShopContent, path: string): object | null {
  if (path === '/')
    return { view: 'home', products: products.slice(0, 3).map(({ slug, name }) => ({ slug, name })) };
  if (path === '/products') return { view: 'products', products };
  const product = products.find(({ slug }) => path === `/products/${slug}`);
  if (product !== undefined) return { view: 'product', ...product };
  const page = pages[path];
  return page === undefined ? null : { view: 'text', ...page };
}

const offers = [
  'Sails made to measure',
  'Boats for the weekend',
  'Learn to tie knots',
  'Paint that lasts',
  'Maps of the coast',
];

/** Another one for each answer. It leads out of the shop. */
function advert(dice: Dice): object {
  const text = `${offers[dice.below(offers.length)]}, ${10 + dice.below(80)} % off`;
  return { text, href: `http://adverts.invalid/${dice.below(1_000_000)}` };
}

function sendJson(response: ServerResponse, value: object | null): void {
  send(response, value === null ? 404 : 200, 'application/json', JSON.stringify(value));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
