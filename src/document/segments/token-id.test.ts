import { expect, test } from 'vitest';
import { tokenId } from './compose-segment.ts';
import { endTagOffset, signRange, tagRange, wordId } from './token-id.ts';

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

test('case counts: a title in capitals is another title', () => {
  expect(wordId('Tide')).not.toEqual(wordId('tide'));
});
