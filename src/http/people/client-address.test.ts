import { expect, test } from 'vitest';
import { clientAddress } from './own-origin.ts';

const isProxy = (address: string) => address === '127.0.0.1' || address === '10.0.0.1';

test.each([
  ['there is no proxy', '198.51.100.7', undefined, '198.51.100.7'],
  ['a stranger claims another address', '198.51.100.7', '192.0.2.1', '198.51.100.7'],
  ['a proxy says who asked it', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['a chain of proxies', '127.0.0.1', '192.0.2.1, 10.0.0.1', '192.0.2.1'],
  ['a stranger claims something before the proxy', '127.0.0.1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['a proxy that says nothing', '127.0.0.1', '', '127.0.0.1'],
])('%s', (_, connection, forwardedFor, expected) => {
  expect(clientAddress(connection, forwardedFor, isProxy)).toBe(expected);
});
