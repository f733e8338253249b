import { expect, test } from 'vitest';
import { readableAddress, readableUrl, typedAddress } from './address.ts';

test('an address is read with its letters, and nothing in it can pose as something else', () => {
  expect(readableAddress('https://example.org/%E6%B8%AF/?q=a')).toEqual({
    host: 'example.org',
    rest: '/港/?q=a',
  });
  expect(readableUrl('https://example.org/%E6%B8%AF/?q=a')).toBe('https://example.org/港/?q=a');
  expect(readableAddress('https://example.org/%FF')).toEqual({ host: 'example.org', rest: '/%FF' });
  expect(readableAddress('https://example.org/a%2Fb%E2%80%AEgpj.exe').rest).toBe('/a%2Fb%E2%80%AEgpj.exe');
});

test.each([
  ['example.org', 'example.org'],
  ['  http://localhost:8080/x ', 'http://localhost:8080/x'],
  ['ftp://example.org/pub', 'ftp://example.org/pub'],
  ['127.0.0.1:80/a', '127.0.0.1:80/a'],
])('%s is the address %s', (typed, address) => expect(typedAddress(typed)).toBe(address));

test.each(['', 'news', 'two words.org', 'javascript:alert(1)', 'https://'])('%s is no address', (typed) =>
  expect(typedAddress(typed)).toBeNull(),
);
