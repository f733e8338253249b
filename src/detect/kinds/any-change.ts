import { z } from 'zod';
import { section, wanted, wholeNumber } from '../../config/index.ts';
import type { DetectorKind } from '../model/detector-kind.ts';

const EXAMPLE = 'change: { words: 10 }';

/** Any new or removed text, if all such text of the page together has enough words. */
export const change: DetectorKind<'any' | { readonly words: number }> = {
  key: 'change',
  schema: () =>
    z
      .union(
        [
          z.literal('any'),
          section('any, or a least number of words', EXAMPLE, {
            words: wholeNumber(1, 'words: 10').describe('How many words must be new, or gone, on the page.'),
          }),
        ],
        { error: wanted('any, or a least number of words', EXAMPLE) },
      )
      .describe('Any change of the text.'),
  compile: (value) => {
    const least = value === 'any' ? 1 : value.words;
    return {
      about: 'page',
      needs: [],
      readsAgain: false,
      inWords: least === 1 ? 'any change of the text' : `a change of at least ${least} words`,
      find: ({ segments, in: where }) => {
        const unread = segments.filter(({ isUnread }) => isUnread);
        const [shownBy] = unread;
        if (shownBy === undefined) return null;
        const count = unread.reduce((sum, { reading }) => sum + reading.words.length, 0);
        if (count < least) return null;
        const reason = `${count} ${count === 1 ? 'word is' : 'words are'} ${where === 'added' ? 'new' : 'gone'}`;
        return { words: [], number: null, reason, shownBy };
      },
    };
  },
};
