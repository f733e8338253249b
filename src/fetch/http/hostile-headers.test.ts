import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FetchError } from '../errors.ts';
import { parseChallenges } from './authentication.ts';
import { LimitedCookieJar } from './limited-cookie-jar.ts';
import { followRedirect } from './redirect.ts';
import { retryAfterMs } from './retry-after.ts';

const seeded = { seed: 20260101, numRuns: 2_000 };
/** What a header may contain: bytes, with a preference for characters that have a meaning. */
const headerText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=;,"\\ ./:%[]@#?-0123456789abcdefx'),
    fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 60,
});

test('no Set-Cookie breaks the jar', () => {
  fc.assert(
    fc.property(fc.array(headerText, { maxLength: 5 }), (lines) => {
      const cookies = new LimitedCookieJar();
      const url = new URL('http://www.site.test/a/b');
      cookies.keep(url, lines);
      expect(cookies.headerFor(url) ?? '').not.toMatch(/[\r\n]/);
    }),
    seeded,
  );
});

test('no challenge and no Retry-After breaks its reader', () => {
  fc.assert(
    fc.property(headerText, (text) => {
      parseChallenges(text);
      parseChallenges(`Digest ${text}`);
      const wait = retryAfterMs(text, 0);
      expect(wait === null || (wait >= 0 && wait <= 86_400_000)).toBe(true);
    }),
    seeded,
  );
});

test('a redirect leads to http or https without a log-in, or is an error', () => {
  fc.assert(
    fc.property(headerText, fc.constantFrom('', '//', 'http://', 'HTTPS:', 'ftp://'), (text, prefix) => {
      const from = { url: new URL('http://site.test/a'), method: 'GET', hasBody: false };
      try {
        const { url } = followRedirect(from, 302, prefix + text);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
      } catch (error) {
        expect(error).toBeInstanceOf(FetchError);
      }
    }),
    seeded,
  );
});
