import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crawlhashOfText, hammingDistance } from './crawlhash.ts';

const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 6 }), {
  minLength: 200,
  maxLength: 900,
});

describe('the Crawlhash of a text', () => {
  test('does not depend on white space', () => {
    fc.assert(
      fc.property(words, (some) => {
        expect(crawlhashOfText(` ${some.join('\n\t ')}\u00a0`)).toEqual(crawlhashOfText(some.join(' ')));
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  test('is near for a word that changed, far for another text', () => {
    fc.assert(
      fc.property(words, words, (some, others) => {
        const one = crawlhashOfText(some.join(' '));
        const near = crawlhashOfText(some.with(some.length >> 1, 'other').join(' '));
        const far = crawlhashOfText(others.map((word) => `${word}x`).join(' '));
        expect(hammingDistance(one, near)).toBeLessThanOrEqual(10);
        expect(hammingDistance(one, far)).toBeGreaterThan(10);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  test('knows the order of words, and single words', () => {
    expect(crawlhashOfText('one two three')).not.toEqual(crawlhashOfText('three two one'));
    expect(crawlhashOfText('one')).not.toEqual(crawlhashOfText('two'));
    expect(crawlhashOfText('')).toEqual(new Uint32Array(2));
  });
});
