import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenId } from './segment-feed.ts';
import { endTagOffset, hashOfTokens, hashText, signRange, tagRange, wordId } from './segment-hash.ts';

test('words, tags and signs have ranges of their own', () => {
  expect(wordId('tide').high >>> 31).toBe(1);
  expect(tokenId('€')).toEqual({ high: signRange, low: 0x20ac });
  expect(tokenId('<b>').high).toBe(tagRange);
  expect(tokenId('</b>').low - tokenId('<b>').low).toBe(endTagOffset);
});

test('no two of 200,000 words and numbers share an id', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 100_000; i++) {
    for (const word of [String(i), `w${i.toString(36)}`]) {
      const { high, low } = wordId(word);
      seen.add(`${high} ${low}`);
    }
  }
  expect(seen.size).toBe(200_000);
});

test('case counts: a title in capitals is a different title', () => {
  expect(wordId('Tide')).not.toEqual(wordId('tide'));
});

/** Formula (1) of the paper on segments and detectors, section III.B, with 64-bit numbers. */
function reference(tokens: readonly { readonly high: number; readonly low: number }[]): bigint {
  const n = tokens.length;
  const sum = tokens.reduce(
    (total, { high, low }, i) => total + ((BigInt(high) << 32n) | BigInt(low)) * 31n ** BigInt(n - 1 - i),
    0n,
  );
  return BigInt.asUintN(64, sum);
}

const lane = fc.oneof(fc.nat(0xffffffff), fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff));

test('the two lanes give the sum of formula (1) in 64 bits', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ high: lane, low: lane }), { maxLength: 60 }), (tokens) => {
      expect(hashText(hashOfTokens(tokens))).toBe(reference(tokens).toString(16).padStart(16, '0'));
    }),
    { seed: 3, numRuns: 3000 },
  );
});

test('the order of the words counts', () => {
  const [a, b] = [wordId('tide'), wordId('mark')];
  expect(hashText(hashOfTokens([a, b]))).not.toBe(hashText(hashOfTokens([b, a])));
});
