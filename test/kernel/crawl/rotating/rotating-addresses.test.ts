import { afterEach, describe, expect, test } from 'vitest';
import { Dice } from '../../../../src/base/index.ts';
import type { Store } from '../../../../src/database/store.ts';
import type { IdentityRule } from '../../../../src/url/index.ts';
import { type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { storeForEachTest } from '../../database/store-for-each-test.ts';
import { crawl, keptPaths } from '../crawl-scenario.ts';
import { type AdvertSite, advertSite } from './advert-site.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const settings = { twin: true, concurrency: 4 };
const track = () => crawl({ store, url: `${server.origin}/`, settings });

const advertPage: AdvertSite['answer'] = (_target, response, { page, advertLink }) =>
  page(response, 'Boats', `<h1>Boats</h1><p>The finest boats of the coast.</p>${advertLink()}`);

/** A code that reads like words: `copper-willow`, `pepper-velvet-27`. */
function inWords(code: string, end = ''): string {
  const words =
    'harbour ledger willow copper meadow signal anchor lantern pepper granite orchard velvet kettle harvest saddle ribbon';
  const at = (digit: string) => words.split(' ')[Number.parseInt(digit, 16)];
  return `${at(code.charAt(0))}-${at(code.charAt(1))}${end}`;
}

describe('links that carry a value of their own each', () => {
  test.each<[string, AdvertSite]>([
    ['a parameter', { advert: (code) => `/999?c=${code()}`, answer: advertPage }],
    ['a segment of the path', { advert: (code) => `/click/${code()}/`, answer: advertPage }],
    ['a file name', { advert: (code) => `/go/${code()}.html`, answer: advertPage }],
    ['two parameters', { advert: (code) => `/ad?rid=${code()}&amp;t=${code()}`, answer: advertPage }],
    [
      'a parameter beside one that stays',
      { advert: (code) => `/ad?campaign=boats&amp;rid=${code()}`, answer: advertPage },
    ],
    [
      'a number behind a name',
      { advert: (code) => `/boat-sale-${Number.parseInt(code().slice(0, 4), 16)}.html`, answer: advertPage },
    ],
    ['words', { advert: (code) => `/ad?rid=${inWords(code())}`, answer: advertPage }],
    [
      'words and a number',
      {
        advert: (code) => `/ad?rid=${inWords(code(), `-${10 + Number.parseInt(code().slice(0, 1), 16)}`)}`,
        answer: advertPage,
      },
    ],
    [
      'a page that names its own address',
      {
        advert: (code) => `/ad?rid=${code()}`,
        answer: (target, response, { page, advertLink }) =>
          page(
            response,
            'Boats',
            `<link rel=canonical href="${target}"><h1>Boats</h1><a href="${target}#top">Top</a><p>Fine boats.</p>${advertLink()}`,
          ),
      },
    ],
    [
      'a page with a list that is drawn',
      {
        advert: (code) => `/ad?rid=${code()}`,
        answer: (_target, response, { page, dice, advertLink }) => {
          const boats = dice.shuffled(['Sloop', 'Yawl', 'Ketch', 'Dinghy', 'Cutter', 'Schooner']).slice(0, 3);
          page(
            response,
            'Boats',
            `<h1>Boats</h1><p>Fine boats.</p><ul>${boats.map((boat) => `<li>${boat}</li>`).join('')}</ul>${advertLink()}`,
          );
        },
      },
    ],
    [
      'a page whose title and text are drawn',
      {
        advert: (code) => `/ad?rid=${code()}`,
        answer: (_target, response, { page, dice, advertLink }) => {
          const what = dice.pick(['Sloops', 'Yawls', 'Ketches', 'Dinghies', 'Cutters', 'Schooners', 'Prams']);
          page(response, what, `<h1>${what}</h1><p>The finest ${what} of the coast.</p>${advertLink()}`);
        },
      },
    ],
  ])('%s: the crawl ends, with one page for all of them', async (_name, site) => {
    server = await serveSite(advertSite(site));
    const outcome = await track();
    expect(outcome.ending.state).toBe('finished');
    const adverts = keptPaths(outcome).filter((path) => path !== '/' && !path.startsWith('/p/'));
    expect(adverts).toHaveLength(1);
    expect(keptPaths(outcome)).toHaveLength(14);
    expect(server.pages().length).toBeLessThan(60);
    const [rotating] = outcome.leftOut.filter(({ reason }) => reason.startsWith('differ only in '));
    expect(rotating?.count).toBeGreaterThan(3);
  });
});

describe('adverts that redirect', () => {
  test.each([
    ['to another site', 'https://shop.example/boats'],
    ['to a page of the site', '/p/3'],
    ['to a page that only they lead to', '/landing'],
  ])('%s are asked for a few times, and never again', async (_name, location) => {
    const redirect: AdvertSite['answer'] = (target, response, { page }) => {
      if (target === '/landing') page(response, 'Landing', '<p>Welcome aboard.</p>');
      else response.writeHead(302, { location }).end();
    };
    server = await serveSite(
      advertSite({ pages: 40, advert: (code) => `/click?id=${code()}`, answer: redirect }),
    );
    const clicks = () => server.pages().filter((target) => target.startsWith('/click')).length;
    const first = await track();
    expect(keptPaths(first)).toHaveLength(location === '/landing' ? 42 : 41);
    expect(clicks()).toBeLessThan(location === '/landing' ? 30 : 16);
    server.forget();
    const second = await crawl({ store, url: null, settings });
    expect(keptPaths(second)).toEqual(keptPaths(first));
    expect(clicks()).toBe(0);
  });
});

test('a site whose every link has a code is crawled as if it had none', async () => {
  const dice = new Dice(5);
  const code = () =>
    dice
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const names = Array.from(
    { length: 29 },
    (_, n) => `/guide/chapter-${'abcdefghijklmnopqrstuvwxyzåäö'.charAt(n)}`,
  );
  server = await serveSite(({ target }, response) => {
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    const path = target.split('?')[0] ?? '';
    const at = names.indexOf(decodeURI(path));
    const neighbours = [at - 1, at + 1].flatMap((n) => names[n] ?? []);
    const links = [...neighbours, '/guide/chapter-a', '/'].map(
      (href) => `<a href="${href}?rid=${code()}">x</a>`,
    );
    response.end(`<title>${at}</title><p>Chapter ${at}.</p>${links.join(' ')}`);
  });
  const outcome = await track();
  expect(keptPaths(outcome)).toHaveLength(30);
  expect(server.pages().length).toBeLessThan(120);
});

test('a run that goes on uses what was learned meanwhile before it asks for what is waiting', async () => {
  server = await serveSite(advertSite({ advert: (code) => `/ad?rid=${code()}`, answer: advertPage }));
  const url = `${server.origin}/`;
  const paused = await crawl({ store, url, settings: { twin: false, maxPages: 13 } });
  expect(paused.ending.state).toBe('paused');
  const run = await store.runs.latest(1);
  if (run === null) throw new Error('no run');
  const { host } = new URL(url);
  const rule: IdentityRule = {
    kind: 'link nonce',
    place: { carrier: 'query', name: 'rid', index: null, before: null, part: null, path: '/ad' },
    shape: { lower: true, upper: false, digits: true, marks: '', shortest: 12, longest: 12, random: false },
    links: 8,
    examples: ['aa36434ef251', '79632fa09922'],
    evidence: 'as if killed before the pages were renamed',
  };
  const learned = {
    id: `${host} rid`,
    kind: 'url' as const,
    host,
    rule: JSON.stringify(rule),
    state: 'on' as const,
    note: null,
  };
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  await store.commit({ projectId: run.projectId, runId: run.id, ...nothing, learned: [learned] });
  const adverts = () => server.pages().filter((target) => target.startsWith('/ad')).length;
  const before = adverts();
  const outcome = await crawl({ store, url, settings: { twin: false, maxPages: 1000 } });
  expect(outcome.ending.state).toBe('finished');
  expect(adverts() - before).toBeLessThan(2);
  expect(keptPaths(outcome)).toHaveLength(14);
});

test('adverts of which every visit finds a new one become one page, too', async () => {
  const dice = new Dice(2);
  let visit = 0;
  server = await serveSite(({ target }, response) => {
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    const advert = `<a href="/ad/${dice.below(2 ** 32).toString(16)}">Boats</a>`;
    response.end(
      target === '/'
        ? `<title>News</title><h1>News of day ${'abcdefghijkl'.charAt(visit)}</h1>${advert}`
        : '<title>Boats</title><p>Fine boats.</p>',
    );
  });
  const adverts: number[] = [];
  for (; visit < 10; visit++) adverts.push(keptPaths(await track()).length - 1);
  expect(adverts).toEqual([1, 2, 3, 4, 5, 6, 1, 1, 1, 1]);
});

test('a site whose pages are reached by drawn redirects only is crawled completely', async () => {
  const dice = new Dice(9);
  const codes = new Map<string, number>();
  const link = (n: number) => {
    const code = dice.below(2 ** 32).toString(16);
    codes.set(code, n);
    return `<a href="/r/${code}">next</a>`;
  };
  server = await serveSite(({ target }, response) => {
    const [, code] = /^\/r\/(.*)/.exec(target) ?? [];
    const to = codes.get(code ?? '');
    if (to !== undefined)
      response.writeHead(302, { location: `/room/${'abcdefghijklmnopqrst'.charAt(to)}` }).end();
    else if (target === '/' || target.startsWith('/room/')) {
      const at = target === '/' ? 0 : 'abcdefghijklmnopqrst'.indexOf(target.slice(-1));
      response.writeHead(200, { 'content-type': 'text/html' });
      // Home, the room before and the room after: most links lead to a page that is known.
      const links = [0, at - 1, at + 1].filter((n) => n >= 0 && n < 20).map(link);
      response.end(`<title>Room ${at}</title><p>This is room ${at}.</p>${links.join(' ')}`);
    } else response.writeHead(404).end();
  });
  const outcome = await track();
  expect(outcome.ending.state).toBe('finished');
  expect(keptPaths(outcome)).toHaveLength(21);
});

test('adverts on a site that writes session ids into its links, and into those of the adverts', async () => {
  const dice = new Dice(4);
  const code = (length: number) => Array.from({ length }, () => dice.below(16).toString(16)).join('');
  const names = Array.from({ length: 20 }, (_, n) => `/page-${'abcdefghijklmnopqrst'.charAt(n)}`);
  server = await serveSite(({ target }, response) => {
    const { pathname, searchParams } = new URL(target, 'http://x');
    if (target === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const own = searchParams.get('tms') ?? code(24);
    const menu = names.map((name) => `<a href="${name}?tms=${own}">${name}</a>`).join(' ');
    const what = pathname.startsWith('/ad/') ? 'Boats' : pathname;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>${what}</title>${menu}<h1>About ${what}</h1><p><a href="/ad/${code(10)}?tms=${own}">Boats</a></p>`,
    );
  });
  const first = await track();
  expect(keptPaths(first)).toHaveLength(22);
  expect(server.pages().length).toBeLessThan(90);
  server.forget();
  expect(keptPaths(await track())).toEqual(keptPaths(first));
  expect(server.pages().length).toBeLessThan(32);
});

test('each of several adverts becomes one page, and an article with the same parameter stays', async () => {
  const dice = new Dice(6);
  const code = () => Array.from({ length: 12 }, () => dice.below(16).toString(16)).join('');
  const what = ['boats', 'hats', 'tea', 'fish', 'cakes', 'ropes'];
  const articles = Array.from({ length: 12 }, code);
  server = await serveSite(({ target }, response) => {
    const { pathname, searchParams } = new URL(target, 'http://x');
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    const adverts = what.map((one) => `<a href="/ads/${one}?id=${code()}">${one}</a>`).join(' ');
    const list = articles.map((id) => `<a href="/read?id=${id}">read</a>`).join(' ');
    const name =
      pathname === '/read' ? `Article ${articles.indexOf(searchParams.get('id') ?? '')}` : pathname;
    response.end(`<title>${name}</title><p>About ${name}.</p><nav>${list}</nav><aside>${adverts}</aside>`);
  });
  const outcome = await track();
  const paths = keptPaths(outcome).map((path) => path.replace(/\?.*/, ''));
  expect(paths.filter((path) => path.startsWith('/ads/')).sort()).toEqual(
    what.map((one) => `/ads/${one}`).sort(),
  );
  expect(paths.filter((path) => path === '/read')).toHaveLength(12);
});
