import { complain, wholeNumber } from '../../config/index.ts';
import type { DetectorKind } from '../model/detector-kind.ts';
import type { WordPlace } from '../words/sought-words.ts';
import { allWordsCondition, listed, soughtWords, wordListOf, wordsOrStems } from './word-list.ts';

const EXAMPLE = '{ words: [virus, flu], within: 5 }';

interface CloseWords {
  readonly within: number;
}

/** All words, in any order, with at most `within` words from the first to the last. */
export const close: DetectorKind<CloseWords> = {
  key: 'close',
  schema: () =>
    wordsOrStems(EXAMPLE, {
      within: wholeNumber(1, 'within: 5').describe(
        'How many words may lie from the first to the last of them.',
      ),
    })
      .map.superRefine((value, context) => {
        if (wordListOf(value).words.length < 2)
          complain(context, [], 'one word has no distance', `write two or more, as in ${EXAMPLE}`);
      })
      .describe('Words that stand close to each other, in any order.'),
  compile: (value, context) => {
    const list = wordListOf(value);
    const inWords = `${listed(list)} within ${value.within} words`;
    return allWordsCondition(inWords, soughtWords(list, context), (places) => {
      const closest = closestPlaces(places);
      if (closest === null || distanceOf(closest) > value.within) return null;
      return { places: closest, what: `${listed(list)}, ${distanceOf(closest)} words apart` };
    });
  },
};

/** Distance from the first word to the last, in words: neighbours have the distance 1. */
function distanceOf(places: readonly WordPlace[]): number {
  return Math.max(...places.map(({ last }) => last)) - Math.min(...places.map(({ first }) => first));
}

/** One place of each word, with the smallest distance between the outermost. Always advances the first place. */
function closestPlaces(places: readonly (readonly WordPlace[])[]): readonly WordPlace[] | null {
  const next = places.map(() => 0);
  let best: readonly WordPlace[] | null = null;
  for (;;) {
    const chosen = places.map((each, word) => each[next[word] ?? 0]);
    const complete = chosen.filter((place) => place !== undefined);
    if (complete.length < chosen.length) return best;
    if (best === null || distanceOf(complete) < distanceOf(best)) best = complete;
    let first = 0;
    for (const [word, place] of complete.entries()) {
      if (place.first < (complete[first]?.first ?? 0)) first = word;
    }
    next[first] = (next[first] ?? 0) + 1;
  }
}
