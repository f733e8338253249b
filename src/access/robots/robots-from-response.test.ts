import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';
import { robotsFromResponse } from './robots-from-response.ts';

const body = Buffer.from('User-agent: *\nDisallow: /x');
const answer = (status: number) => {
  const { robots, certain } = robotsFromResponse({ kind: 'answered', status, body });
  return { x: isAllowed(robots, 'b', '/x').allowed, y: isAllowed(robots, 'b', '/y').allowed, certain };
};

test.each([200, 203])('%d: the file is obeyed', (status) => {
  expect(answer(status)).toEqual({ x: false, y: true, certain: true });
});

test.each([400, 401, 403, 404, 410, 451, 499])('%d: there is no file, everything is allowed', (status) => {
  expect(answer(status)).toEqual({ x: true, y: true, certain: true });
});

test.each([429, 500, 502, 503, 599, 304, 999])(
  '%d: it cannot be known, nothing is allowed for now',
  (status) => {
    expect(answer(status)).toEqual({ x: false, y: false, certain: false });
  },
);

test('no answer: nothing is allowed for now, and the reason is told', () => {
  const { robots, certain } = robotsFromResponse({ kind: 'unreachable', detail: 'connection refused' });
  expect(certain).toBe(false);
  expect(isAllowed(robots, 'b', '/')).toMatchObject({
    allowed: false,
    rule: 'robots.txt could not be read: connection refused',
  });
});

test('too many redirects are as good as no file', () => {
  const { robots, certain } = robotsFromResponse({
    kind: 'lost in redirects',
    detail: 'more than 5 redirects',
  });
  expect(certain).toBe(true);
  expect(isAllowed(robots, 'b', '/').allowed).toBe(true);
});
