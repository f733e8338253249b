import { z } from 'zod';
import { exactlyOne, listInWords, oneOrMore, section, text, wanted } from '../../config/index.ts';
import type { DetectorCondition, Finding, KindContext, Need, Subject } from '../model/detector-kind.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import { foundWord, type SoughtWord, soughtWord, type WordPlace } from '../words/sought-words.ts';

/** A list of words, as it stands in a detector. */
export interface WordList {
  readonly words: readonly string[];
  /** Whether any form of the words matches. */
  readonly anyForm: boolean;
}

export const wordsSchema = (example: string) =>
  oneOrMore(text('a word', example), 'a word or a list of words', example);

/**
 * `[virus, flu]`, `{ words: [virus, flu], ... }` or `{ stems: [virus, flu], ... }`: what the kinds that take words or stems accept.
 * `options` are the further keys of the map.
 */
export function wordsOrStems<const S extends Readonly<Record<string, z.ZodType>>>(
  example: string,
  options: S,
) {
  const what = 'a list of words, or a map with "words" or "stems"';
  const map = section(what, example, {
    words: wordsSchema('[virus, flu]').optional().describe('Words as they are written; case does not count.'),
    stems: wordsSchema('[virus, flu]').optional().describe('Words in any form, such as viruses for virus.'),
    ...options,
  }).superRefine((value, context) => exactlyOne(['words', 'stems'], value, context, `write ${example}`));
  return { map, schema: z.union([wordsSchema('[virus, flu]'), map], { error: wanted(what, example) }) };
}

/** The words of either form of such a value. */
export function wordListOf(value: unknown): WordList {
  if (Array.isArray(value)) return { words: value as readonly string[], anyForm: false };
  const { words, stems } = value as {
    readonly words?: readonly string[];
    readonly stems?: readonly string[];
  };
  return { words: stems ?? words ?? [], anyForm: stems !== undefined };
}

/** `the words "a" and "b"`, `any form of "a" and "b"`. */
export function listed({ words, anyForm }: WordList): string {
  const quoted = listInWords(words, 'and');
  if (anyForm) return `any form of ${quoted}`;
  return `the ${words.length === 1 ? 'word' : 'words'} ${quoted}`;
}

export function soughtWords({ words, anyForm }: WordList, context: KindContext): readonly SoughtWord[] {
  const forms = { anyForm, language: context.language };
  return words.map((word) => soughtWord(word, forms, context.stemmers));
}

/** Where the words stand, and a description of what was found, as in `the words "a" and "b"`. */
interface FoundWords {
  readonly places: readonly WordPlace[];
  readonly what: string;
}

/** A condition about the words of a segment; `find` returns null when it does not hold. */
export function wordCondition(
  inWords: string,
  needs: readonly Need[],
  find: (reading: SegmentReading) => FoundWords | null,
): DetectorCondition {
  return {
    about: 'segment',
    needs,
    readsAgain: false,
    inWords,
    find: (subject) => {
      if (subject.segment === null) return null;
      const { reading } = subject.segment;
      const found = find(reading);
      if (found === null) return null;
      return wordFinding(reading, found.places, `the page ${says(subject)} ${found.what}`);
    },
  };
}

/** A condition about all words of a list; `find` is called with the places of each in a segment that has them all. */
export function allWordsCondition(
  inWords: string,
  sought: readonly SoughtWord[],
  find: (places: readonly (readonly WordPlace[])[], reading: SegmentReading) => FoundWords | null,
): DetectorCondition {
  const needs = sought.map(({ need }) => need);
  return wordCondition(inWords, needs, (reading) => {
    const places = placesOfAll(sought, reading);
    return places === null ? null : find(places, reading);
  });
}

/** The places of each word; null when one of them is nowhere. */
function placesOfAll(
  sought: readonly SoughtWord[],
  reading: SegmentReading,
): readonly (readonly WordPlace[])[] | null {
  const all: (readonly WordPlace[])[] = [];
  for (const word of sought) {
    const places = word.placesIn(reading);
    if (places.length === 0) return null;
    all.push(places);
  }
  return all;
}

export function wordFinding(reading: SegmentReading, places: readonly WordPlace[], reason: string): Finding {
  const inOrder = places.toSorted((a, b) => a.first - b.first);
  return { words: inOrder.map((place) => foundWord(reading, place)), number: null, reason };
}

/** Whether the page now says it, or no longer says it. */
export const says = ({ in: where }: Subject): string => (where === 'added' ? 'now has' : 'no longer has');
