import type { DetectorCondition, DetectorKind, KindContext } from '../model/detector-kind.ts';
import { allWordsCondition, listed, soughtWords, type WordList, wordsSchema } from './word-list.ts';

/** All words in one segment, in any order; case does not count. */
export const words: DetectorKind<readonly string[]> = {
  key: 'words',
  schema: () => wordsSchema('[virus, flu]').describe('Words that must all be in one segment, in any order.'),
  compile: (value, context) => allOf({ words: value, anyForm: false }, context),
};

/** Like `words`, but any form of each word matches. */
export const stems: DetectorKind<readonly string[]> = {
  key: 'stems',
  schema: () =>
    wordsSchema('[virus, flu]').describe('Words that must all be in one segment, in any form and order.'),
  compile: (value, context) => allOf({ words: value, anyForm: true }, context),
};

function allOf(list: WordList, context: KindContext): DetectorCondition {
  const what = listed(list);
  return allWordsCondition(what, soughtWords(list, context), (places) => ({ places: places.flat(), what }));
}
