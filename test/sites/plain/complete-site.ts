import { randomOf } from '../session-sites/random.ts';
import { addDeadEnds, addLostRedirects, addUnfollowed } from './dead-ends.ts';
import {
  type Fate,
  type PageDraft,
  type Resource,
  SiteParts,
  type Surroundings,
  send,
  sha256,
} from './site-parts.ts';
import type { Answering } from './site-server.ts';
import { respelled, withoutSession } from './spellings.ts';
import { embed } from './ways/assets.ts';
import { baseWays } from './ways/bases.ts';
import { charsetWays } from './ways/charsets.ts';
import { elementWays } from './ways/elements.ts';
import { listWays } from './ways/lists.ts';
import { redirectWays } from './ways/redirects.ts';
import type { Way } from './ways/way.ts';

/** A site with every kind of link, and what a complete crawl of it must find. */
export interface CompleteSite {
  readonly start: string;
  readonly answering: Answering;
  /** The truth: the identity of each page that must be kept, and the hash of its bytes. */
  readonly kept: ReadonlyMap<string, string>;
  /** How often each address of the site must be asked for, without robots.txt. */
  readonly asked: ReadonlyMap<string, number>;
}

const [plain] = elementWays;
const ways: readonly Way[] = [...elementWays, ...baseWays, ...redirectWays, ...charsetWays, ...listWays];

/** The same seed and size give the same site, wherever it lives. */
export function completeSite(seed: string, size: number, place: Surroundings): CompleteSite {
  const site = new SiteParts(randomOf(seed), place);
  const home = site.page('/');
  addRobots(site);
  addQueryOrders(site, home);
  addCookieCheck(site, home);
  addUnfollowed(site, home);
  addLostRedirects(site, home);
  embed(site, home);
  for (let turn = 0; site.kept < size; turn++) {
    const room = size - site.kept;
    const way = ways[turn % ways.length];
    addPage(site, way !== undefined && way.pagesOnTheWay < room ? way : plain, turn);
  }
  return {
    start: `${place.origin}/`,
    answering: answeringFor(site),
    ...truthOf(site),
  };
}

const codings = [null, null, 'gzip', null, 'br', null, 'deflate', null, 'zstd', null] as const;

/** Adds a page that only this way leads to, and some links back to pages that are known. */
function addPage(site: SiteParts, way: Way | undefined, turn: number): void {
  const from = site.random.pick(site.drafts);
  const known = site.random.pick(site.drafts);
  const page = site.page(nameOf(site, turn), codings[turn % codings.length] ?? null);
  way?.lead(site, from, page.target);
  for (let links = 0; links < 3; links++) {
    page.add(
      `<a href="${respelled(site.random, site.random.pick([known, from, page]).target, site.place)}">known</a>`,
    );
  }
  if (turn % 100 === 50) addDeadEnds(site, page);
}

/** As crawlers must spell it when they ask. */
function nameOf(site: SiteParts, turn: number): string {
  const number = site.next();
  return site.random.pick([
    `/pages/${number}`,
    `/pages/${number}.html`,
    `/pages/${number}/`,
    `/Pages/${number}`,
    `/pages/~${number}/a%20b`,
    `/pages/${number}/%E2%82%AC`,
    `/show?page=${number}`,
    `/show?page=${number}&sort=up`,
    `/show.php?id=${number}&q=a+b%26c`,
    `/pages/${number};v=${turn}`,
    `/pages/${number}//double`,
  ]);
}

/** The order of parameters is part of a page's name: some servers look at it, and no standard rule sorts them. */
function addQueryOrders(site: SiteParts, home: PageDraft): void {
  for (const query of ['a=1&b=2', 'b=2&a=1', 'a=1', 'a=1&a=1', 'a=&b=2', 'a&b=2']) {
    site.page(`/order?${query}`);
    home.add(`<a href="/order?${query.replaceAll('&', '&amp;')}">x</a>`);
  }
}

/** Sends everybody back to the same page with a cookie, and shows it to those who bring the cookie. */
function addCookieCheck(site: SiteParts, home: PageDraft): void {
  const body = Buffer.from('<p>you have the cookie</p>');
  home.add('<a href="/cookie-check">x</a>');
  site.special('/cookie-check', 2, body, ({ headers }, response) => {
    if (headers.cookie?.includes('seen=1')) return response.end(body);
    response.writeHead(302, { location: '/cookie-check', 'set-cookie': 'seen=1; Path=/cookie-check' });
    return response.end();
  });
}

/** robots.txt with a part that is closed, and sitemaps that are found in no other way. */
function addRobots(site: SiteParts): void {
  const { origin } = site.place;
  const robots = [
    'User-agent: *',
    'Disallow: /private/',
    'Allow: /private/open',
    '',
    `Sitemap: ${origin}/sitemaps/index.xml`,
    `sitemap: ${origin}/sitemaps/plain.xml`,
  ];
  site.document('/robots.txt', 'text/plain', () => Buffer.from(robots.join('\n')), { fate: 'asked' });
  const listing = (pages: readonly string[]): Buffer =>
    Buffer.from(
      `<?xml version="1.0"?><urlset>${pages.map((page) => `<url><loc>${origin}${page}</loc></url>`).join('')}</urlset>`,
    );
  const pages = ['/private/open', '/listed/1', '/listed/2', '/listed/3', '/listed/4'];
  for (const page of pages) site.page(page);
  const [open = '', first = '', ...rest] = pages;
  site.document('/sitemaps/index.xml', 'application/xml', () =>
    Buffer.from(
      `<sitemapindex><sitemap><loc>${origin}/sitemaps/1.xml</loc></sitemap><sitemap><loc>${origin}/sitemaps/2.xml</loc></sitemap></sitemapindex>`,
    ),
  );
  site.document('/sitemaps/plain.xml', 'application/xml', () => listing([open, '/private/closed']));
  site.document('/sitemaps/1.xml', 'text/xml', () => listing([first]), { coding: 'gzip' });
  site.document('/sitemaps/2.xml', 'application/xml', () => listing(rest));
}

function truthOf(site: SiteParts): Pick<CompleteSite, 'kept' | 'asked'> {
  const kept = new Map<string, string>();
  const asked = new Map<string, number>();
  const times: Readonly<Record<Fate, (resource: Resource) => number>> = {
    kept: (resource) => resource.times,
    asked: (resource) => resource.times,
    never: () => 0,
  };
  for (const [target, resource] of site.resources) {
    if (target === '/robots.txt') continue;
    if (resource.fate === 'kept') kept.set(site.place.origin + target, sha256(resource.body()));
    if (resource.fate !== 'never') asked.set(target, times[resource.fate](resource));
  }
  return { kept, asked };
}

function answeringFor(site: SiteParts): Answering {
  const own = site.place.origin.slice('http://'.length);
  return (request, response) => {
    const resource = site.resources.get(withoutSession(request.target));
    if (resource === undefined || request.host !== own) {
      response.writeHead(404);
      response.end();
    } else if (resource.answer === null) send(resource, response);
    else resource.answer(request, response);
  };
}
