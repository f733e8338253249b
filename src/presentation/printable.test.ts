import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['an escape sequence', 'a\u001b[2Jb', 'a\u{fffd}[2Jb'],
  ['its one-character form', 'a\u009b2Jb', 'a\u{fffd}2Jb'],
  ['a reversed file name', 'gpj\u202eexe', 'gpj\u{fffd}exe'],
  ['line ends and tabs', 'a\r\n\tb', 'a b'],
  ['letters of all kinds', 'größe 日本 👋', 'größe 日本 👋'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('is one line without control characters, whatever comes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(printable(text))),
    { seed: 5 },
  );
});
