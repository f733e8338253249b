import { z } from 'zod';
import { section, text, wanted, yesNo } from '../../config/index.ts';
import type { DetectorKind } from '../model/detector-kind.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import type { WordPlace } from '../words/sought-words.ts';
import { foldedWord, splitWords } from '../words/split-words.ts';
import { wordCondition } from './word-list.ts';

const EXAMPLE = "{ text: 'Bird Flu', exactCase: yes }";

interface Phrase {
  readonly text: string;
  readonly exactCase?: boolean | undefined;
  readonly anyOrder?: boolean | undefined;
}

/** Words one after the other; case-sensitive, or in any order, if the user asks for it. */
export const phrase: DetectorKind<string | Phrase> = {
  key: 'phrase',
  schema: () =>
    z
      .union(
        [
          text('a phrase', "'bird flu'"),
          section('a phrase', EXAMPLE, {
            text: text('a phrase', "'bird flu'").describe('Words that follow each other.'),
            exactCase: yesNo('exactCase: yes').optional().describe('Whether case counts. Default: no.'),
            anyOrder: yesNo('anyOrder: yes')
              .optional()
              .describe('Whether their order does not count. Default: no.'),
          }),
        ],
        { error: wanted('a phrase', "'bird flu'") },
      )
      .describe('Words that follow each other, whatever signs are between them.'),
  compile: (value) => {
    const {
      text: written,
      exactCase = false,
      anyOrder = false,
    }: Phrase = typeof value === 'string' ? { text: value } : value;
    const { words, starts, ends } = splitWords(written);
    if (words.length === 0) throw new SyntaxError(`"${written}" has no letters or digits to look for`);
    const exact = words.map((_, i) => written.slice(starts[i], ends[i]).normalize('NFC'));
    const inWords = `“${written}”${anyOrder ? ' in any order' : ''}${exactCase ? ' in exactly this case' : ''}`;
    const isHere = (reading: SegmentReading, first: number): boolean => {
      const here = wordsAt(reading, first, words.length, exactCase);
      const sought = exactCase ? exact : words;
      return anyOrder ? sameWords(here, sought) : here.every((word, i) => word === sought[i]);
    };
    const needs = words.map((word) => [{ form: 'word', text: word } as const]);
    return wordCondition(inWords, needs, (reading) => {
      const places: WordPlace[] = [];
      const starting = anyOrder
        ? reading.words.map((_, i) => i)
        : reading.placesIn(reading.words, words[0] ?? '');
      for (const first of starting) {
        if (first + words.length <= reading.words.length && isHere(reading, first))
          places.push({ first, last: first + words.length - 1 });
      }
      return places.length === 0 ? null : { places, what: inWords };
    });
  },
};

function wordsAt(
  reading: SegmentReading,
  first: number,
  count: number,
  exactCase: boolean,
): readonly string[] {
  const { starts, ends } = reading.split;
  return Array.from({ length: count }, (_, i) => {
    const written = reading.text.slice(starts[first + i], ends[first + i]);
    return exactCase ? written.normalize('NFC') : foldedWord(written);
  });
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join('\n') === b.toSorted().join('\n');
}
