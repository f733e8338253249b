import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutEnd, cutMiddle, padded, textWidth } from './text-width.ts';

test('wide characters take two columns, accents none', () => {
  expect(textWidth('日本')).toBe(4);
  expect(textWidth('ページ、「한글」')).toBe(16);
  expect(textWidth('ﾍﾟｰｼﾞ')).toBe(5);
  expect(textWidth('e\u0301')).toBe(1);
  expect(padded('日本', 6)).toBe('日本  ');
});

test.each([
  ['plain text', 'plain', 5],
  ['nothing', '', 0],
  ['letters with accents of their own', 'größe', 5],
  ['Cyrillic and Greek', 'привет αβγ', 10],
  ['Arabic with vowel marks', '\u0643\u064e\u062a\u064e\u0628\u064e', 3],
  ['Thai with marks above and below', '\u0e17\u0e35\u0e48', 1],
  ['Hangul syllables', '한국', 4],
  ['a Hangul syllable in parts', '\u1112\u1161\u11ab', 2],
  ['Chinese punctuation', '「，。」', 8],
  ['full-width letters', 'ＡＢ', 4],
  ['half-width Katakana', 'ｱｲ', 2],
  ['rare Chinese characters', '\u{20000}', 2],
  ['an emoji', '👋', 2],
  ['an emoji with a skin tone', '👋🏽', 2],
  ['a family of three joined people', '👨‍👩‍👧', 2],
  ['a flag of two letters', '🇩🇪', 2],
  ['two flags', '🇩🇪🇫🇷', 4],
  ['a heart as text', '❤', 1],
  ['a heart as an emoji', '❤\u{fe0f}', 2],
  ['a keycap', '1\u{fe0f}\u20e3', 2],
  ['a digit', '1', 1],
  ['several accents on one letter', 'z\u0351\u036b\u0343', 1],
  ['characters without width', 'a\u200bb\u2060c\ufeff', 3],
  ['an ellipsis, an arrow and a box', '…→│', 3],
])('%s', (_, text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('an address keeps both ends', () => {
  expect(cutMiddle('https://example.org/archive/2026/page-17.html', 24)).toBe('https://…26/page-17.html');
  expect(cutEnd('2 changed: other words', 10)).toBe('2 changed…');
});

test('what fits is not cut', () => {
  expect(cutEnd('日本', 4)).toBe('日本');
  expect(cutMiddle('日本', 4)).toBe('日本');
  expect(padded('too long', 3)).toBe('too long');
});

test('no character is torn apart', () => {
  expect(cutEnd('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…');
  expect(cutEnd('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  expect(cutMiddle('abcde\u0301', 3)).toBe('a…e\u0301');
});

test('what is cut fits', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '日', '👋', 'e', '\u0301', '/', '👨‍👩‍👧', '🇩🇪', '\u{fe0f}'),
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 40 }), (given, width) => {
      expect(textWidth(cutEnd(given, width))).toBeLessThanOrEqual(width);
      expect(textWidth(cutMiddle(given, width))).toBeLessThanOrEqual(width);
    }),
    { seed: 5 },
  );
});
