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

test('an address keeps both ends', () => {
  expect(cutMiddle('https://example.org/archive/2026/page-17.html', 24)).toBe('https://…26/page-17.html');
  expect(cutEnd('2 changed: other words', 10)).toBe('2 changed…');
});

test('what is cut fits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '日', '👋', 'e', '\u0301', '/') });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 40 }), (given, width) => {
      expect(textWidth(cutEnd(given, width))).toBeLessThanOrEqual(width);
      expect(textWidth(cutMiddle(given, width))).toBeLessThanOrEqual(width);
    }),
    { seed: 5 },
  );
});
