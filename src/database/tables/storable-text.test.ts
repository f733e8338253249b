import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

describe('storable text', () => {
  test('ordinary text stays as it is', () => {
    expect(storableText('Größe 😀 https://example.org/')).toBe('Größe 😀 https://example.org/');
  });

  test('NUL and lone surrogates become the replacement character', () => {
    expect(storableText('a\0b\ud83dc')).toBe('a\ufffdb\ufffdc');
  });

  test('survives UTF-8, and doing it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = storableText(text);
        expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
        expect(stored).not.toContain('\0');
        expect(storableText(stored)).toBe(stored);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
