import { z } from 'zod';
import { complain, wanted } from '../../config/index.ts';
import type { DetectorKind, Need, Term } from '../model/detector-kind.ts';
import type { SoughtWord } from '../words/sought-words.ts';
import { listed, soughtWords, wordCondition, wordListOf, wordsOrStems } from './word-list.ts';

const EXAMPLE = '{ words: [virus, flu, AH1N1, disease], atLeast: 50% }';

interface OptionalWords {
  /** A number, or a percentage as in `50%`. */
  readonly atLeast: number | string;
}

const atLeastError = wanted('a number of words, or a percentage', 'atLeast: 50%');
const atLeast = z.union(
  [
    z.number({ error: atLeastError }).int({ error: atLeastError }).min(1, { error: atLeastError }),
    z.string({ error: atLeastError }).regex(/^(?:100|[1-9]\d?) ?%$/, { error: atLeastError }),
  ],
  { error: atLeastError },
);

/** At least `atLeast` of the words. */
export const optional: DetectorKind<OptionalWords> = {
  key: 'optional',
  schema: () =>
    wordsOrStems(EXAMPLE, {
      atLeast: atLeast.describe('How many of the words must be there: a number, or a percentage.'),
    })
      .map.superRefine((value, context) => {
        const most = wordListOf(value).words.length;
        if (typeof value.atLeast === 'number' && value.atLeast > most)
          complain(
            context,
            ['atLeast'],
            `there are only ${most} words`,
            `write a number from 1 to ${most}, or a percentage`,
          );
      })
      .describe('Words of which some must be in one segment.'),
  compile: (value, context) => {
    const list = wordListOf(value);
    const sought = soughtWords(list, context);
    const least = leastCount(value.atLeast, sought.length);
    const inWords = `at least ${least} of ${sought.length}: ${listed(list)}`;
    return wordCondition(inWords, needsSome(sought, least), (reading) => {
      const places = sought.map((word) => word.placesIn(reading));
      const present = sought.filter((_, i) => (places[i] ?? []).length > 0);
      if (present.length < least) return null;
      const found = { ...list, words: present.map(({ written }) => written) };
      return { places: places.flat(), what: `${present.length} of ${sought.length}: ${listed(found)}` };
    });
  },
};

function leastCount(given: number | string, words: number): number {
  if (typeof given === 'number') return given;
  return Math.max(1, Math.ceil((Number.parseInt(given, 10) / 100) * words));
}

/** With k of n words, at least one of any n - k + 1 words is there. The index knows which words are rarest, so it may use any such group. */
function needsSome(sought: readonly SoughtWord[], least: number): readonly Need[] {
  const terms: readonly Term[] = sought.flatMap(({ need }) => need);
  const group = terms.length - least + 1;
  return Array.from({ length: least }, (_, from) => terms.slice(from, from + group));
}
