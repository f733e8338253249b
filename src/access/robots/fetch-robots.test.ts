import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';
import { fetchRobots, type RobotsResponse, robotsFromResponse } from './robots-cache.ts';

const body = Buffer.from('User-agent: *\nDisallow: /x');
const to = (location: string | null, status = 301): RobotsResponse => ({ status, location, body });
const ok: RobotsResponse = { status: 200, location: null, body };

/** A site where each URL has one answer; it records the URLs that were requested. */
function site(answers: Record<string, RobotsResponse>) {
  const requested: string[] = [];
  const fetchOnce = async (url: string): Promise<RobotsResponse> => {
    requested.push(url);
    const answer = answers[url];
    if (answer === undefined) throw new Error(`no answer from ${url}`);
    return answer;
  };
  return { requested, result: fetchRobots('http://a', fetchOnce) };
}

test('five redirects are followed, to other hosts too', async () => {
  const { result, requested } = site({
    'http://a/robots.txt': to('/1'),
    'http://a/1': to('https://b/2', 302),
    'https://b/2': to('//c/3', 307),
    'https://c/3': to('4', 308),
    'https://c/4': to('5', 303),
    'https://c/5': ok,
  });
  expect(await result).toEqual({ kind: 'answered', status: 200, body });
  expect(requested).toHaveLength(6);
});

test('a sixth redirect is not followed', async () => {
  const { result, requested } = site({ 'http://a/robots.txt': to('/robots.txt') });
  expect(await result).toEqual({ kind: 'lost in redirects', detail: 'more than 5 redirects' });
  expect(requested).toHaveLength(6);
});

test.each([null, 'file:///etc/passwd', 'http://'])('a redirect to %s leads nowhere', async (location) => {
  const { result } = site({ 'http://a/robots.txt': to(location) });
  expect(await result).toMatchObject({ kind: 'lost in redirects' });
});

test('a missing answer is reported with its reason, also after a redirect', async () => {
  const { result } = site({ 'http://a/robots.txt': to('http://b/') });
  expect(await result).toEqual({ kind: 'unreachable', detail: 'no answer from http://b/' });
});

const reading = (status: number) => {
  const { robots, certain } = robotsFromResponse({ kind: 'answered', status, body });
  return { x: isAllowed(robots, 'b', '/x').allowed, y: isAllowed(robots, 'b', '/y').allowed, certain };
};

test.each([200, 203])('%d: the file is obeyed', (status) => {
  expect(reading(status)).toEqual({ x: false, y: true, certain: true });
});

test.each([400, 401, 403, 404, 410, 451, 499])('%d: there is no file, everything is allowed', (status) => {
  expect(reading(status)).toEqual({ x: true, y: true, certain: true });
});

test.each([429, 500, 502, 503, 599, 304, 999])(
  '%d: the rules are unknown, nothing is allowed for now',
  (status) => {
    expect(reading(status)).toEqual({ x: false, y: false, certain: false });
  },
);

test('no answer: nothing is allowed for now, and the reason is given', () => {
  const { robots, certain } = robotsFromResponse({ kind: 'unreachable', detail: 'connection refused' });
  expect(certain).toBe(false);
  expect(isAllowed(robots, 'b', '/')).toMatchObject({
    allowed: false,
    rule: 'robots.txt could not be read: connection refused',
  });
});

test('too many redirects mean that there is no file', () => {
  const { robots, certain } = robotsFromResponse({
    kind: 'lost in redirects',
    detail: 'more than 5 redirects',
  });
  expect(certain).toBe(true);
  expect(isAllowed(robots, 'b', '/').allowed).toBe(true);
});
