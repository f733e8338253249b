import { expect, test } from 'vitest';
import { serveSite as serveRequests } from '../../sites/plain/site-server.ts';
import type { Report } from './judge.ts';
import { noiseOf } from './site/noise/noise-kinds.ts';
import type { Visit } from './site/script.ts';
import { type SiteChanges, siteOf } from './site/site.ts';
import { libraryTracker } from './tracker.ts';
import { watchSite } from './watch-site.ts';

const size = { pages: 10, visits: 2, editsPerVisit: 0 };

/** The first image on a page of the site, and that page. */
function firstImage({ state }: Visit): { readonly image: string; readonly page: string } {
  for (const { key, blocks } of state.pages) {
    const block = blocks.find(({ kind }) => kind === 'pictures');
    const image = block?.kind === 'pictures' ? block.pictures[0]?.address : undefined;
    if (image !== undefined) return { image, page: key };
  }
  throw new Error('the site has no image');
}

/** Nothing happens but that the address of the first image gets different bytes. */
const newBytes: SiteChanges['script'] = ([first]) => {
  if (first === undefined) return [];
  const imageVersions = new Map([[firstImage(first).image, 1]]);
  return [first, { state: { ...first.state, imageVersions }, done: [] }];
};

async function secondReport(
  changes: SiteChanges,
): Promise<{ readonly report: Report; readonly first: Visit }> {
  const tracker = await libraryTracker({ assets: 'images' });
  try {
    const site = siteOf(11, size, { noise: noiseOf([]), ...changes });
    const { reports } = await watchSite(site, tracker);
    const [report, first] = [reports[1], site.script[0]];
    if (report === undefined || first === undefined) throw new Error('there was no second visit');
    return { report, first };
  } finally {
    await tracker.close();
  }
}

const updated = ({ pages }: Report): readonly string[] =>
  pages.flatMap(({ url, flag }) => {
    const { pathname, search } = new URL(url);
    return flag === 'UPD' ? [`${pathname}${search}`] : [];
  });

test('an image with different bytes at the same address is UPD', async () => {
  const { report, first } = await secondReport({ script: newBytes });
  const { image, page } = firstImage(first);
  expect(updated(report)).toContain(image);
  // The page itself has not changed, but it may be reported along with its image.
  expect(updated(report).filter((key) => key !== image && key !== page)).toEqual([]);
});

test('images with new names after a new build, but the same bytes, change no page', async () => {
  const { report } = await secondReport({ hasHashedImages: true });
  expect(updated(report)).toEqual([]);
});

test('an image with a new name and different bytes changes its page', async () => {
  const { report, first } = await secondReport({ hasHashedImages: true, script: newBytes });
  expect(updated(report)).toEqual([firstImage(first).page]);
});

test.each([
  ['open', 'User-agent: *\nDisallow: /admin/', 'SAM'],
  ['closed', 'User-agent: *\nDisallow: /pictures/', 'UPD'],
])('a renamed picture is fetched only if robots.txt allows it: %s', async (_, robots, flag) => {
  let build = 'a1b2c3';
  const server = await serveRequests(({ target }, response) => {
    if (target === '/robots.txt') return void response.end(robots);
    if (target.startsWith('/pictures/')) return void response.end('the same bytes');
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Tides</title><p>High water</p><img src="/pictures/tide.${build}.png">`);
  });
  const tracker = await libraryTracker();
  try {
    await tracker.track(`${server.origin}/`);
    build = 'd4e5f6';
    await tracker.track(null);
    expect((await tracker.report()).pages).toMatchObject([{ flag }]);
    const pictures = server.pages().filter((target) => target.startsWith('/pictures/'));
    expect(pictures.length > 0).toBe(flag === 'SAM');
  } finally {
    await tracker.close();
    await server.close();
  }
});
