import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fetcherOfThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { pagesOf, serveSite } from '../../../test/sites/plain/site-server.ts';
import { RobotsCache } from '../../access/index.ts';
import { HttpSession } from '../../fetch/index.ts';
import { RobotsGuard } from '../robots-guard.ts';
import { PageVersion } from './page-version.ts';
import { RenamedImages } from './renamed-images.ts';
import { SiteKnowledge } from './site-knowledge.ts';
import { TwinFetch } from './twin-fetch.ts';
import { CurrentVisitor, VisitorSession } from './visitor-session.ts';

const [old, renamed] = ['/pictures/tide.a1b2c3.png', '/pictures/tide.d4e5f6.png'];
const sameBytes = (response: ServerResponse) => void response.end('the same bytes');

interface Given {
  /** The picture before, in this visit, and as the second visitor sees it. */
  readonly before?: string;
  readonly now?: string;
  readonly twin?: string;
  readonly robots?: string;
  readonly stored?: Uint8Array | null;
  readonly answer?: (response: ServerResponse) => void;
}

/** A page whose picture has a new name. */
async function pageWithPicture(given: Given) {
  const { robots = '', stored = null, answer = sameBytes } = given;
  const { before = old, now = renamed, twin = now } = given;
  const site = await serveSite(pagesOf({ '/robots.txt': robots, [old]: sameBytes, [renamed]: answer }));
  onTestFinished(site.close);
  const fetcher = fetcherOfThisTest();
  const session = new HttpSession();
  const fetchOnce = async (url: string) => {
    const { status, headers, body } = await fetcher.fetch({ url, session });
    return { status, location: headers.get('location'), body };
  };
  const gate = new RobotsGuard({
    cache: new RobotsCache({ fetchOnce, now: () => 0 }),
    userAgent: 'tidemark',
    now: () => 0,
    onRead: () => undefined,
  });
  const knowledge = new SiteKnowledge([]);
  const images = new RenamedImages({
    knowledge,
    twins: new TwinFetch({
      fetcher,
      knowledge,
      start: site.origin,
      further: { who: 'same visitor' },
      visitor: new CurrentVisitor(new VisitorSession(knowledge, session)),
      pause: async () => undefined,
      now: () => 0,
    }),
    pictures: null,
    storedHash: async () => stored,
    mayFetch: async (url) => (await gate.refusal(url)) === null,
  });
  const page = `${site.origin}/`;
  const showing = (picture: string, at = 0) => {
    const html = new Headers({ 'content-type': 'text/html', date: new Date(at).toUTCString() });
    return new PageVersion(page, Buffer.from(`<img src="${picture}">`), html).snapshot;
  };
  return {
    visitAt: (first: number, second: number) =>
      images.learnClocks(showing(before, first), showing(now, second), page),
    visit: () => images.learn(showing(before), showing(now), showing(twin), page),
    isSamePicture: () => knowledge.imageIdentity(site.origin + now) === site.origin + before,
    requested: () => site.pages(),
  };
}

test('a picture with a new name and the same bytes is the same picture', async () => {
  const { visit, isSamePicture, requested } = await pageWithPicture({});
  await visit();
  expect(isSamePicture()).toBe(true);
  expect(requested()).toEqual([old, renamed]);
});

test('for a stored picture only the new address is requested', async () => {
  const { visit, isSamePicture, requested } = await pageWithPicture({
    stored: Buffer.from('of other bytes'),
  });
  await visit();
  expect(isSamePicture()).toBe(false);
  expect(requested()).toEqual([renamed]);
});

test.each([
  ['both', '/pictures/'],
  ['the old one', '/pictures/tide.a'],
  ['the new one', '/pictures/tide.d'],
])('pictures that robots.txt closes (%s) are not fetched, and count as different', async (_, path) => {
  const robots = `User-agent: *\nDisallow: ${path}`;
  const { visit, isSamePicture, requested } = await pageWithPicture({ robots });
  await visit();
  expect(isSamePicture()).toBe(false);
  expect(requested()).toEqual([]);
});

test('a picture that failed is requested again when the page is tried again', async () => {
  let requests = 0;
  const answer = (response: ServerResponse) => {
    if (requests++ > 0) return sameBytes(response);
    response.writeHead(200, { 'content-length': 14 });
    response.write('the same', () => response.destroy());
  };
  const { visit, isSamePicture } = await pageWithPicture({ answer });
  await expect(visit()).rejects.toMatchObject({ code: 'FETCH_INCOMPLETE' });
  await visit();
  expect(isSamePicture()).toBe(true);
});

test.each([
  ['the clock in its query', '/task.php?id=a&1700000000', '/task.php?id=a&1700000060'],
  ['a code in its query', '/pictures/pixel.gif?n=a1b2c3', '/pictures/pixel.gif?n=d4e5f6'],
  ['a number in its folder', '/jobs/1700000000/run', '/jobs/1700000060/run'],
])('a picture that differs by %s is not asked for', async (_, before, now) => {
  const { visit, requested } = await pageWithPicture({ before, now });
  await visit();
  expect(requested()).toEqual([]);
});

test('a picture whose name is another one at every fetch is not asked for', async () => {
  const { visit, requested } = await pageWithPicture({ twin: '/pictures/tide.0f1e2d.png' });
  await visit();
  expect(requested()).toEqual([]);
});

test.each([
  [1_700_000_000, 1_700_000_060],
  [1_700_000_000_123, 1_700_000_060_456],
])(
  'an address with the time of its page is the same picture, without a request: %d, then %d',
  async (first, second) => {
    const picture = (time: number) => `/task.php?id=a&${time}`;
    const { visitAt, isSamePicture, requested } = await pageWithPicture({
      before: picture(first),
      now: picture(second),
    });
    visitAt(1_700_000_000_000, 1_700_000_060_000);
    expect(isSamePicture()).toBe(true);
    expect(requested()).toEqual([]);
  },
);

test('a number that is not the time of both pages is a part of the address', async () => {
  const { visitAt, isSamePicture } = await pageWithPicture({
    before: '/p.php?1700000000',
    now: '/p.php?1700000060',
  });
  visitAt(1_600_000_000_000, 1_700_000_060_000);
  expect(isSamePicture()).toBe(false);
});
