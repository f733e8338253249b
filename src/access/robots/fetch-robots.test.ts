import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { fetchRobots } from './fetch-robots.ts';
import type { RobotsResponse } from './robots-from-response.ts';

const body = Buffer.from('User-agent: *');
const to = (location: string | null, status = 301): RobotsResponse => ({ status, location, body });
const ok: RobotsResponse = { status: 200, location: null, body };

/** A site where each URL has one answer; what was asked is remembered. */
function site(answers: Record<string, RobotsResponse>) {
  const asked: string[] = [];
  const fetchOnce = async (url: string): Promise<RobotsResponse> => {
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) throw new Error(`no answer from ${url}`);
    return answer;
  };
  return { asked, result: fetchRobots('http://a', fetchOnce) };
}

test('five redirects are followed, to other hosts too', async () => {
  const { result, asked } = site({
    'http://a/robots.txt': to('/1'),
    'http://a/1': to('https://b/2', 302),
    'https://b/2': to('//c/3', 307),
    'https://c/3': to('4', 308),
    'https://c/4': to('5', 303),
    'https://c/5': ok,
  });
  expect(await result).toEqual({ kind: 'answered', status: 200, body });
  expect(asked).toHaveLength(6);
});

test('a sixth redirect is not followed', async () => {
  const { result, asked } = site({ 'http://a/robots.txt': to('/robots.txt') });
  expect(await result).toEqual({ kind: 'lost in redirects', detail: 'more than 5 redirects' });
  expect(asked).toHaveLength(6);
});

test.each([null, 'file:///etc/passwd', 'http://'])('a redirect to %s leads nowhere', async (location) => {
  const { result } = site({ 'http://a/robots.txt': to(location) });
  expect(await result).toMatchObject({ kind: 'lost in redirects' });
});

test('no answer is told with its reason, also behind a redirect', async () => {
  const { result } = site({ 'http://a/robots.txt': to('http://b/') });
  expect(await result).toEqual({ kind: 'unreachable', detail: 'no answer from http://b/' });
});
