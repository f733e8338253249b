import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sessionRule, trackingParts } from '../../../test/kernel/track/tracking-parts.ts';
import { pagesOf } from '../../../test/sites/plain/site-server.ts';
import { TwinSample } from './twin-fetch.ts';

const minute = 60_000;

/** Gives every visitor a number in a cookie, and counts them. */
function countingSite() {
  let visitors = 0;
  return trackingParts(({ headers }, response) => {
    const cookie = headers.cookie ?? `visitor=${++visitors}`;
    response.setHeader('set-cookie', cookie);
    response.setHeader('content-type', 'text/html');
    response.end(`<p>${cookie}</p>`);
  });
}

/** A site that writes a session id into all links of its start page, which breaks off a number of times at first. */
async function siteWithIds({ failures = 0, isKnown = true } = {}) {
  let sessions = 0;
  let left = failures;
  const start = () => {
    const id = `${++sessions}f2a9c81d07be653`;
    return ['a', 'b', 'c', 'd', 'e'].map((path) => `<a href="/${path}?mark=${id}">${path}</a>`).join('');
  };
  const parts = await trackingParts(({ target }, response) => {
    response.setHeader('content-type', 'text/html');
    if (target !== '/') return void response.end('<p>a page</p>');
    if (left-- <= 0) return void response.end(start());
    response.setHeader('content-length', 1000);
    response.write('<p>a page that', () => response.destroy());
  });
  const { site, knowledge, visitor } = parts;
  if (!isKnown) return parts;
  knowledge.learnUrlRules(new URL(site.origin).host, [sessionRule(site.origin)]);
  visitor.session.collectIds([`${site.origin}/a?mark=0f2a9c81d07be653`]);
  return parts;
}

const textOf = (body: Uint8Array) => Buffer.from(body).toString();

describe('the second visitor', () => {
  test('is a new one for every fetch on a site without session ids, and does not look at the start', async () => {
    const { site, twins, pauses } = await countingSite();
    const first = await twins.fetchPage(`${site.origin}/a`);
    const second = await twins.fetchPage(`${site.origin}/a`);
    expect([textOf(first.body), textOf(second.body)]).toEqual(['<p>visitor=1</p>', '<p>visitor=2</p>']);
    expect(site.pages()).toEqual(['/a', '/a']);
    expect(pauses).toHaveLength(2);
  });

  test('is the first one where members see other pages than strangers', async () => {
    const { site, twins } = await trackingParts(
      ({ headers }, response) => {
        response.setHeader('set-cookie', 'member=1');
        response.end(headers.cookie ?? 'a stranger');
      },
      { isMember: true },
    );
    await twins.request(`${site.origin}/`);
    expect(textOf((await twins.request(`${site.origin}/`)).body)).toBe('member=1');
    expect(await twins.requestAsNewVisitor(`${site.origin}/`)).toBeNull();
  });

  test('enters by the start page where ids are in URLs, and never fetches a page twice', async () => {
    const { site, twins } = await siteWithIds();
    const page = `${site.origin}/a?mark=0f2a9c81d07be653`;
    await twins.request(page);
    await twins.request(page);
    await twins.request(page);
    const marks = site.pages().filter((target) => target !== '/');
    expect(new Set(marks).size).toBe(3);
    expect(site.pages()).toHaveLength(6);
  });

  test('serves many pages: entering a hundred times is not needed for a hundred fetches', async () => {
    const { site, twins } = await siteWithIds();
    for (let i = 0; i < 100; i++) await twins.request(`${site.origin}/page${i}?mark=0f2a9c81d07be653`);
    const visitors = new Set(
      site.pages().map((target) => new URL(target, site.origin).searchParams.get('mark')),
    );
    expect(site.pages().filter((target) => target === '/')).toHaveLength(10);
    expect(visitors.size).toBe(11); // and null, for the start page
  });

  test('is not asked again when it was idle for long', async () => {
    const { site, twins, clock } = await siteWithIds();
    await twins.request(`${site.origin}/a?mark=0f2a9c81d07be653`);
    clock.now += 5 * minute + 1;
    await twins.request(`${site.origin}/b?mark=0f2a9c81d07be653`);
    expect(site.pages()).toEqual(['/', '/a?mark=1f2a9c81d07be653', '/', '/b?mark=2f2a9c81d07be653']);
  });

  test('tries to enter again after a failure', async () => {
    const { site, twins } = await siteWithIds({ failures: 1 });
    const page = `${site.origin}/a?mark=0f2a9c81d07be653`;
    await expect(twins.request(page)).rejects.toMatchObject({ code: 'FETCH_INCOMPLETE' });
    expect((await twins.request(page)).status).toBe(200);
  });

  test('has its own ids from the start page, also when they are recognised only afterwards', async () => {
    const { site, twins, knowledge, visitor } = await siteWithIds({ isKnown: false });
    const [first] = await twins.fetchStartTwice();
    knowledge.learnUrlRules(new URL(site.origin).host, [sessionRule(site.origin)]);
    visitor.session.collectIds(first.links);
    await twins.request(`${site.origin}/a?mark=1f2a9c81d07be653`);
    expect(site.pages()).toEqual(['/', '/', '/a?mark=2f2a9c81d07be653']);
  });

  test('sees the start page as well as the first one, and makes the next fetch', async () => {
    const { site, twins } = await siteWithIds();
    const [first, second] = await twins.fetchStartTwice();
    expect([first, second].map(({ links }) => new URL(links[0] ?? '').searchParams.get('mark'))).toEqual([
      '1f2a9c81d07be653',
      '2f2a9c81d07be653',
    ]);
    await twins.request(`${site.origin}/a?mark=0f2a9c81d07be653`);
    expect(site.pages()).toEqual(['/', '/', '/a?mark=2f2a9c81d07be653']);
  });
});

describe('its answers', () => {
  const moved = (location: string) => (response: ServerResponse) =>
    void response.writeHead(302, { location }).end();

  test('anything but 200 cannot confirm a change', async () => {
    const { site, twins } = await trackingParts(pagesOf({}));
    await expect(twins.fetchPage(`${site.origin}/a`)).rejects.toMatchObject({
      code: 'CRAWL_TWIN_FAILED',
      message: expect.stringContaining('was answered with 404') as string,
    });
  });

  test('a redirect is followed only to the same page', async () => {
    const [first, second] = ['4f2a9c81d07be653', 'b93e70d1a62c48f5'];
    const { site, twins, knowledge } = await trackingParts(
      pagesOf({
        '/a': moved('/b'),
        '/b': 'another page',
        [`/c?mark=${first}`]: moved(`/c?mark=${second}`),
        [`/c?mark=${second}`]: 'the same page',
      }),
    );
    knowledge.learnUrlRules(new URL(site.origin).host, [sessionRule(site.origin)]);
    expect((await twins.request(`${site.origin}/a`)).status).toBe(302);
    expect(textOf((await twins.request(`${site.origin}/c?mark=${first}`)).body)).toBe('the same page');
  });
});

describe('the pages that are fetched twice on the first visit', () => {
  const take = (sample: TwinSample, paths: readonly string[]) =>
    paths.map((path) => sample.take(`https://example.org${path}`));

  test('are two of each folder, kind of file and set of parameters', () => {
    const sample = new TwinSample();
    expect(take(sample, ['/news/a', '/news/b', '/news/c'])).toEqual([true, true, false]);
    expect(
      take(sample, ['/shop/a', '/news/a.html', '/news/a?page=2', '/news/a?page=3', '/news/b?page=4']),
    ).toEqual([true, true, true, true, false]);
  });

  test('folders with numbers for names count as one', () => {
    expect(take(new TwinSample(), ['/2024/05/a', '/2025/11/b', '/2026/01/c'])).toEqual([true, true, false]);
  });

  test('are at most 24 of one host', () => {
    const sample = new TwinSample();
    const folders = Array.from({ length: 30 }, (_, i) => `/${String.fromCharCode(97 + i)}/x`);
    expect(take(sample, folders).filter(Boolean)).toHaveLength(24);
    expect(sample.take('https://other.example/a/x')).toBe(true);
  });
});
