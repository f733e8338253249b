import { expect, test } from 'vitest';
import { endedSessionCookie, sessionCookie, sessionIn } from './session-cookie.ts';

test('a session is out of reach for scripts and other sites, and over HTTPS for other hosts', () => {
  expect(sessionCookie('abc', 90_500, false)).toBe(
    'tidemark-session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=90',
  );
  expect(sessionCookie('abc', 90_500, true)).toBe(
    '__Host-tidemark-session=abc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=90',
  );
  expect(endedSessionCookie(false)).toContain('Max-Age=0');
});

test('it is found among other cookies; over HTTPS a cookie without the prefix does not count', () => {
  const cookies = 'a=1; tidemark-session=plain; __Host-tidemark-session=safe=; b';
  expect(sessionIn(cookies, false)).toBe('plain');
  expect(sessionIn(cookies, true)).toBe('safe=');
  expect(sessionIn('tidemark-session=', false)).toBeNull();
  expect(sessionIn('xtidemark-session=1', false)).toBeNull();
  expect(sessionIn(undefined, true)).toBeNull();
});
