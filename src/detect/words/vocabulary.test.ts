import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from './split-words.ts';
import { Vocabulary } from './vocabulary.ts';

const wordsOf = (vocabulary: Vocabulary): readonly string[] =>
  [...vocabulary.numbers.subarray(0, vocabulary.length)].map((number) => vocabulary.word(number));

const wordsRead = (vocabulary: Vocabulary, text: string): readonly string[] => {
  vocabulary.read(text);
  return wordsOf(vocabulary);
};

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Flu',
        'flu',
        'FLU',
        'Ünïcode',
        'u\u0308ber',
        'über',
        'вирус',
        '流感病毒',
        'ไข้หวัด',
        '\u212aelvin',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.stringMatching(/^[A-Za-z0-9'-]{1,6}$/),
    ),
    { maxLength: 12 },
  )
  .map((words) => words.join(' '));

test('the words are those of splitWords, whatever was read before', () => {
  const vocabulary = new Vocabulary();
  fc.assert(
    fc.property(text, (one) => {
      expect(wordsRead(vocabulary, one)).toEqual(splitWords(one).words);
      expect(vocabulary.hasDigit).toBe(/\d/.test(one));
      const bytes = Buffer.from(`${one} the end`);
      const isRead = vocabulary.readAscii(bytes, 0, bytes.length - 8);
      expect(isRead).toBe(isAscii(Buffer.from(one)));
      if (isRead) expect(wordsOf(vocabulary)).toEqual(splitWords(one).words);
    }),
    { seed: 34, numRuns: 2000 },
  );
});

test('a word has the same number each time, and one of its own', () => {
  const vocabulary = new Vocabulary();
  vocabulary.read('The tide, THE ebb');
  expect([...vocabulary.numbers.subarray(0, vocabulary.length)]).toEqual([0, 1, 0, 2]);
});

test('it starts again before it takes too much memory, and says so', () => {
  const vocabulary = new Vocabulary();
  for (let part = 0; vocabulary.generation === 0 && part < 300; part++) {
    const many = Array.from({ length: 1000 }, (_, n) => `word${part}x${n}`);
    expect(wordsRead(vocabulary, many.join(' ')).at(-1)).toBe(many.at(-1));
  }
  expect(vocabulary.generation).toBe(1);
  expect(wordsRead(vocabulary, 'The tide')).toEqual(['the', 'tide']);
});
