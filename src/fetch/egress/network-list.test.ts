import { expect, test } from 'vitest';
import { networkList, visitorNeighbourhood, visitorNetwork } from './egress-policy.ts';

test('addresses are in a network or are it', () => {
  const has = networkList(['10.1.0.0/16', '192.0.2.7', 'fd00::/8']);
  expect(['10.1.2.3', '192.0.2.7', 'fd00::1', '::ffff:10.1.2.3'].every(has)).toBe(true);
  expect(['10.2.0.1', '192.0.2.8', '2001:db8::1', 'localhost', ''].some(has)).toBe(false);
  expect(() => networkList(['10.0.0.0/33'])).toThrow(/not a network/);
});

test('a visitor has an IPv4 address or a /64 of IPv6', () => {
  expect(visitorNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(visitorNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(visitorNetwork('2001:db8:0:1:aaaa::1')).toBe(visitorNetwork('2001:db8:0:1:bbbb::2'));
  expect(visitorNetwork('2001:db8:0:2::1')).not.toBe(visitorNetwork('2001:db8:0:1::1'));
  expect(visitorNetwork('')).toBe('');
});

test('a neighbourhood is a /24 of IPv4 or a /32 of IPv6', () => {
  expect(visitorNeighbourhood('192.0.2.1')).toBe(visitorNeighbourhood('::ffff:192.0.2.200'));
  expect(visitorNeighbourhood('192.0.3.1')).not.toBe(visitorNeighbourhood('192.0.2.1'));
  expect(visitorNeighbourhood('2001:db8:1::1')).toBe(visitorNeighbourhood('2001:db8:2::1'));
  expect(visitorNeighbourhood('2001:db9::1')).not.toBe(visitorNeighbourhood('2001:db8::1'));
});
