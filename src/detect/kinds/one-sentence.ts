import type { DetectorKind } from '../model/detector-kind.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import type { WordPlace } from '../words/sought-words.ts';
import { allWordsCondition, listed, soughtWords, wordListOf, wordsOrStems } from './word-list.ts';

/** All words in one sentence. */
export const oneSentence: DetectorKind<unknown> = {
  key: 'sentence',
  schema: () =>
    wordsOrStems('{ words: [virus, flu] }', {}).schema.describe('Words that must all be in one sentence.'),
  compile: (value, context) => {
    const list = wordListOf(value);
    const what = `${listed(list)} in one sentence`;
    return allWordsCondition(what, soughtWords(list, context), (all, reading) => {
      const places = inOneSentence(reading, all);
      return places === null ? null : { places, what };
    });
  },
};

/** The places in the first sentence that has all the words; null when none has. */
function inOneSentence(
  reading: SegmentReading,
  places: readonly (readonly WordPlace[])[],
): readonly WordPlace[] | null {
  const sentenceOf = ({ first }: WordPlace): number => reading.sentenceAt(reading.split.starts[first] ?? 0);
  const sentences = places.map((each) => new Set(each.map(sentenceOf)));
  const [first = new Set<number>(), ...others] = sentences;
  for (const number of first) {
    if (others.every((other) => other.has(number)))
      return places.flat().filter((place) => sentenceOf(place) === number);
  }
  return null;
}
