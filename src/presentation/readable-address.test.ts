import { expect, test } from 'vitest';
import { readableAddress } from './readable-address.ts';

test.each([
  ['https://example.org/tee/gr%C3%BCner-tee', 'https://example.org/tee/grüner-tee'],
  ['https://example.org/%E6%97%A5%E6%9C%AC?q=%C3%A9', 'https://example.org/日本?q=é'],
  // What has a meaning of its own in an address stays as it is.
  ['https://example.org/a%2Fb%20c%3Fd%23e%25', 'https://example.org/a%2Fb%20c%3Fd%23e%25'],
  // Not UTF-8, and half of a character.
  ['https://example.org/%E9t%E9', 'https://example.org/%E9t%E9'],
  ['https://example.org/%E6%97', 'https://example.org/%E6%97'],
  // Zero-width spaces and marks that change the writing direction are invisible.
  ['https://example.org/a%E2%80%8Bb%E2%80%AEc', 'https://example.org/a%E2%80%8Bb%E2%80%AEc'],
  ['https://example.org/a%E3%80%80b', 'https://example.org/a%E3%80%80b'],
  // Two spellings of one word.
  ['https://example.org/e%CC%81', 'https://example.org/e%CC%81'],
  ['https://xn--mnchen-3ya.de/', 'https://münchen.de/'],
  ['https://xn--wgv71a.jp:8080/x', 'https://日本.jp:8080/x'],
  // Cyrillic letters that look like "apple", and two scripts in one name.
  ['https://xn--80ak6aa92e.com/', 'https://xn--80ak6aa92e.com/'],
  ['https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
  ['https://xn--80akhbyknj4f.xn--p1ai/', 'https://испытание.рф/'],
  ['https://example.org/xn--mnchen-3ya', 'https://example.org/xn--mnchen-3ya'],
  ['/relative/%C3%BC', '/relative/ü'],
  ['\u001b[2J', '\u{fffd}[2J'],
])('%s is read as %s', (url, shown) => {
  expect(readableAddress(url)).toBe(shown);
});
