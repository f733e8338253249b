import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

const words = (text: string) => [...searchWords(text)].map(({ word }) => word);

describe('the words of a text for the search', () => {
  it.each([
    ['The Quick fox', ['the', 'quick', 'fox']],
    ['Café ÉTÉ Müller', ['cafe', 'ete', 'muller']],
    ['Ёлка', ['елка']],
    ['ﬁne', ['fine']],
    ['room 101b', ['room', '101b']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['in東京here', ['in', '東', '京', 'here']],
    ['ภาษาไทย'.slice(0, 3), ['ภ', 'า', 'ษ']],
    ['हिन्दी', ['हिन्दी']],
    ['— … !', []],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));

  it.each(['a', 'é', 'ก่'])('millions of letters in a row are one word: %s', (letter) => {
    const found = words(`high ${letter.repeat(9_000_000 / letter.length)} water`);
    expect(found.at(0)).toBe('high');
    expect(found.at(-1)).toBe('water');
    if (letter.length === 1) expect(found).toHaveLength(3);
  });

  it('have their places', () => {
    const text = 'An Été, at last';
    expect([...searchWords(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'An',
      'Été',
      'at',
      'last',
    ]);
  });

  it('are never longer than an index can take', () => {
    expect(words('x'.repeat(5000))).toEqual(['x'.repeat(100)]);
  });
});
