import { expect, test } from 'vitest';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { libraryTracker } from './tracker.ts';

/** What the site serves at one visit. */
interface Served {
  /** The content of pictures, by address; any other address is a page. */
  readonly files: Readonly<Record<string, string>>;
  /** The address of the logo, as all pages show it. */
  readonly logo?: string;
  /** Headers of pictures. */
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGES = ['/', '/quay', '/lock', '/ferry', '/shed'];

/** Visits a site of five pages with a logo; the quay also has a picture of its own. Gives the changed pages of each visit, and what was requested. */
async function visitHarbour(visits: readonly Served[]) {
  let served = visits[0] as Served;
  const requested: string[] = [];
  const site = await siteForThisTest(({ target }, response) => {
    requested.push(target);
    const { files, logo = '/logo.png', headers = {} } = served;
    const file = files[target.replace(/\?.*/, '')];
    if (file !== undefined)
      return void response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(file);
    if (!PAGES.includes(target)) return void response.writeHead(404).end();
    const links = PAGES.map((path) => `<a href="${path}">${path}</a>`).join(' ');
    const own = target === '/quay' ? '<p>The quay <img src="/quay.jpg" alt="at noon"></p>' : '';
    const html = `<header><img src="${logo}" alt="Harbour"></header><nav>${links}</nav><h1>${target}</h1>${own}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const tracker = await libraryTracker();
  const changed: (readonly string[])[] = [];
  const pictures: number[] = [];
  const told: string[][] = [];
  try {
    for (const [index, next] of visits.entries()) {
      served = next;
      requested.length = 0;
      await tracker.track(index === 0 ? site.origin : null);
      const { pages, groups } = await tracker.report();
      changed.push(pages.flatMap(({ url, flag }) => (flag === 'UPD' ? [new URL(url).pathname] : [])).sort());
      pictures.push(requested.filter((target) => !PAGES.includes(target) && target !== '/robots.txt').length);
      told.push(groups.map(({ changes }) => JSON.stringify(changes)));
    }
  } finally {
    await tracker.close();
  }
  return { changed, pictures, told };
}

const usual = { '/logo.png': 'an anchor', '/quay.jpg': 'the quay at noon' };

test('a picture that was replaced under its address is a change of the pages that show it, once', async () => {
  const edited = { ...usual, '/quay.jpg': 'the quay at dusk' };
  const { changed, told } = await visitHarbour([
    { files: usual },
    { files: usual },
    { files: edited },
    { files: edited },
  ]);
  expect(changed).toEqual([[], [], ['/quay'], []]);
  expect(told[2]?.join()).toContain('"replaced":["http');
});

test('a picture that all pages show is asked for once in a run, and its change is one group', async () => {
  const edited = { ...usual, '/logo.png': 'a lighthouse' };
  const { changed, pictures, told } = await visitHarbour([
    { files: usual },
    { files: usual },
    { files: edited },
  ]);
  expect(changed[2]).toEqual([...PAGES].sort());
  // Once more, because it differs.
  expect(pictures).toEqual([2, 2, 3]);
  expect(told[2]).toHaveLength(1);
});

test('validators that are longer than servers take are neither kept nor sent back, of pages as of pictures', async () => {
  const tag = (length: number) => `"${'t'.repeat(length)}"`;
  const sent = new Map<string, unknown>();
  const site = await siteForThisTest(({ target, headers }, response) => {
    sent.set(target, headers['if-none-match']);
    const picture = target.endsWith('.png');
    const etag = tag(target.includes('long') ? 10_000 : 300);
    const html = '<h1>Harbour</h1><img src="/long.png"><img src="/short.png"><a href="/long">Quay</a>';
    response.writeHead(200, { 'content-type': picture ? 'image/png' : 'text/html', etag });
    response.end(picture ? target : html);
  });
  const tracker = await libraryTracker();
  try {
    await tracker.track(site.origin);
    await tracker.track(null);
  } finally {
    await tracker.close();
  }
  expect(Object.fromEntries(sent)).toMatchObject({
    '/': tag(300),
    '/short.png': tag(300),
    '/long': undefined,
    '/long.png': undefined,
  });
});

test('a new version in the query of the same picture is no change at any visit, of another picture it is', async () => {
  const logo = (build: number) => `/logo.png?v=${build}`;
  const other = { ...usual, '/logo.png': 'a lighthouse' };
  const { changed } = await visitHarbour([
    { files: usual, logo: logo(1700000000) },
    { files: usual, logo: logo(1700086399) },
    { files: usual, logo: logo(1700172798) },
    { files: other, logo: logo(1700259197) },
  ]);
  expect(changed).toEqual([[], [], [], [...PAGES].sort()]);
});

test('times and tags of a new deployment do not make the same bytes another picture', async () => {
  const headers = (day: number) => ({
    etag: `"${day}-9"`,
    'last-modified': new Date(Date.UTC(2026, 2, day)).toUTCString(),
  });
  const visits = [1, 2, 3].map((day) => ({ files: usual, headers: headers(day) }));
  const { changed } = await visitHarbour(visits);
  expect(changed).toEqual([[], [], []]);
});

test('what may count visitors is never asked for', async () => {
  const logos = ['/counter.png', '/pixel.gif', '/stats/hit.png', '/draw.png?job=7', '/chart.php'];
  for (const logo of logos) {
    const { pictures } = await visitHarbour([{ files: { [logo.replace(/\?.*/, '')]: 'x' }, logo }]);
    // Only the picture of the quay, which is not there.
    expect(pictures).toEqual([1]);
  }
});
