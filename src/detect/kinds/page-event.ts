import { oneOrMore, oneWord } from '../../config/index.ts';
import type { PageEvent } from '../model/detector-input.ts';
import type { DetectorKind } from '../model/detector-kind.ts';

const events = ['new', 'missing', 'back', 'failing'] as const;

const sentences: Readonly<Record<(typeof events)[number], string>> = {
  new: 'the page is new',
  missing: 'the page is gone',
  back: 'the page is there again',
  failing: 'the page could not be read',
};

/** What happened to the page itself. */
export const page: DetectorKind<readonly PageEvent[]> = {
  key: 'page',
  schema: () =>
    oneOrMore(oneWord(events), 'new, missing, back or failing, or a list of them', 'page: missing').describe(
      'What happens to a page itself: it is new, missing, back or failing.',
    ),
  compile: (value) => ({
    about: 'page',
    needs: [],
    readsAgain: true,
    inWords: `a page that is ${value.join(' or ')}`,
    find: ({ input: { event } }) =>
      event !== 'updated' && value.includes(event)
        ? { words: [], number: null, reason: sentences[event] }
        : null,
  }),
};
