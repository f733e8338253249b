import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalHost } from '../egress/host-names.ts';
import { parseAddress } from '../egress/internet-address.ts';
import { specialPurpose } from '../egress/special-addresses.ts';
import { FetchError } from '../errors.ts';
import { parseChallenges } from './challenge.ts';
import { Cookies } from './cookies.ts';
import { followRedirect } from './redirect.ts';
import { retryAfterMs } from './retry-after.ts';

const seeded = { seed: 20260101, numRuns: 2_000 };
/** What a header may hold: bytes, with a leaning towards the characters that mean something. */
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
      const cookies = new Cookies();
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

test('a host has one spelling', () => {
  fc.assert(
    fc.property(fc.oneof(headerText, fc.domain(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
      const host = canonicalHost(text);
      if (host !== null) expect(canonicalHost(host)).toBe(host);
    }),
    seeded,
  );
});

test('an IPv4 address and its IPv4-mapped form are judged alike', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(specialPurpose(`::ffff:${address}`)).toBe(specialPurpose(address));
    }),
    seeded,
  );
});

test('an IPv6 address has eight groups in every spelling', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const parsed = parseAddress(address);
      expect(
        parsed?.version === 6 &&
          parsed.groups.length === 8 &&
          parsed.groups.every((group) => group <= 0xffff),
      ).toBe(true);
      // Node's own parser writes the shortest form; both must be the same address.
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
      expect(parseAddress(canonical)).toEqual(parsed);
    }),
    seeded,
  );
});
