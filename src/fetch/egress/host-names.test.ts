import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalHost } from './egress-policy.ts';
import { parseAddress, specialPurpose } from './special-addresses.ts';

const seeded = { seed: 20260101, numRuns: 2_000 };
/** Bytes, with a preference for characters that have a meaning in hosts and URLs. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=;,"\\ ./:%[]@#?-0123456789abcdefx'),
    fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 60,
});

test.each(['a/b', 'a?b', 'a#b', 'user@a', 'a\\b', 'a:8080', '', ' ', 'a b'])('"%s" is not a host', (text) => {
  expect(canonicalHost(text)).toBeNull();
});

test.each([
  ['EXAMPLE.org', 'example.org'],
  ['example.org.', 'example.org'],
  ['[::1]', '::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is %s', (text, host) => {
  expect(canonicalHost(text)).toBe(host);
});

test('a host has one spelling', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.domain(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
      const host = canonicalHost(text);
      if (host !== null) expect(canonicalHost(host)).toBe(host);
    }),
    seeded,
  );
});

test('an IPv4 address and its IPv4-mapped form are treated alike', () => {
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

test('a zone is not part of an address', () => {
  expect(parseAddress('::ffff:10.0.0.1%eth0')).toEqual(parseAddress('::ffff:10.0.0.1'));
  expect(parseAddress('fe80::1%1')).toEqual(parseAddress('fe80::1'));
});
