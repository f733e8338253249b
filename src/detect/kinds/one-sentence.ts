import type { DetectorKind } from '../model/detector-kind.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import type { WordPlace } from '../words/sought-words.ts';
import {
  listed,
  needsAll,
  placesOfAll,
  says,
  soughtWords,
  wordFinding,
  wordListOf,
  wordsOrStems,
} from './word-list.ts';

/** C5 d: all words in one sentence. */
export const oneSentence: DetectorKind<unknown> = {
  key: 'sentence',
  schema: () =>
    wordsOrStems('{ words: [virus, flu] }', {}).schema.describe('Words that must all be in one sentence.'),
  compile: (value, context) => {
    const list = wordListOf(value);
    const sought = soughtWords(list, context);
    return {
      about: 'segment',
      needs: needsAll(sought),
      readsAgain: false,
      inWords: `${listed(list)} in one sentence`,
      find: (subject) => {
        if (subject.segment === null) return null;
        const { reading } = subject.segment;
        const places = placesOfAll(sought, reading);
        const together = places === null ? null : inOneSentence(reading, places);
        if (together === null) return null;
        return wordFinding(reading, together, `the page ${says(subject)} ${listed(list)} in one sentence`);
      },
    };
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
