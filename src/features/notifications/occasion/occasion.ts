import type { NotifyEvent } from '../../../project/index.ts';
import type { WordChange } from '../../../track/index.ts';

export interface OccasionPage {
  readonly id: number;
  readonly url: string;
  /** Empty when the page has none. */
  readonly title: string;
}

/** One change of a page, by which the same change of other pages is found. */
export interface OccasionChange {
  /** As `groupKeys` gives it, in hexadecimal digits. */
  readonly key: string;
  readonly words: readonly WordChange[];
  readonly place: string;
  /** The part of the page: `the footer`. */
  readonly part: string;
}

/**
 * Something that a person may want to be told: a plain value, whatever found it. It is stored as JSON in the outbox, so it
 * holds everything that a message says.
 */
export interface Occasion {
  /** What makes it this occasion and no other, unique in the project: the same key is told once over each channel. */
  readonly key: string;
  readonly kind: NotifyEvent | 'test';
  readonly project: string;
  /** The page, or of a group of pages with the same change the first; the start of the site when it is about the site. */
  readonly page: OccasionPage;
  /** The other pages with the same change; at most some of them, see `pageCount`. */
  readonly otherPages: readonly OccasionPage[];
  /** How many pages have the change, including `page`. */
  readonly pageCount: number;
  /** When it was found. */
  readonly at: number;
  /** Since when it holds: the last visit that saw it otherwise, the first failure, the last visit. Null when not known. */
  readonly since: number | null;
  /** The words themselves: what both versions have, what went, what came. Empty when there are none to show. */
  readonly words: readonly WordChange[];
  /** Where on the page, in plain words: `in the price table`. Empty when not known. */
  readonly place: string;
  /** The detector that matched; null for anything else. */
  readonly detector: string | null;
  /** In one sentence, for what has no words to show: why a page fails. */
  readonly reason: string;
  /** All changes of the page, if it has changed; at most some of them, see `moreChanges`. A message groups them. */
  readonly changes?: readonly OccasionChange[];
  readonly moreChanges?: number;
  /** The part of the page that several pages share, for a change that they have in common: `the footer`. */
  readonly part?: string;
  /** Where all of it can be seen: a web address, or a command to type. */
  readonly link: string;
}

/** Longer texts are cut where they are stored: a message never shows more. */
const MOST_CHARACTERS = 4000;
const MOST_PAGES = 50;

/** The occasion as it is stored: bounded, whatever a page contains. */
export function storedOccasion(occasion: Occasion): string {
  return JSON.stringify({
    ...occasion,
    page: bounded(occasion.page),
    otherPages: occasion.otherPages.slice(0, MOST_PAGES).map(bounded),
    words: boundedWords(occasion.words),
    ...(occasion.changes !== undefined && {
      changes: occasion.changes.map((change) => ({
        ...change,
        words: boundedWords(change.words, MOST_CHARACTERS / 4),
        place: change.place.slice(0, MOST_CHARACTERS),
      })),
    }),
    place: occasion.place.slice(0, MOST_CHARACTERS),
    reason: occasion.reason.slice(0, MOST_CHARACTERS),
  });
}

export const readOccasion = (stored: string): Occasion => JSON.parse(stored) as Occasion;

const bounded = ({ id, url, title }: OccasionPage): OccasionPage => ({
  id,
  url: url.slice(0, MOST_CHARACTERS),
  title: title.slice(0, MOST_CHARACTERS),
});

/** Words that changed count first: of what stayed the same, only the surroundings are needed. */
function boundedWords(words: readonly WordChange[], longest = MOST_CHARACTERS): readonly WordChange[] {
  const kept: WordChange[] = [];
  let left = longest * 2;
  for (const { kind, text } of words) {
    if (left <= 0) break;
    const most = Math.min(left, kind === 'same' ? longest / 8 : longest);
    const shown = text.length <= most ? text : shortened(text, most, kept.length === 0);
    kept.push({ kind, text: shown });
    left -= shown.length;
  }
  return kept;
}

/** The end of a long beginning, the beginning of anything else that is long. */
const shortened = (text: string, most: number, isFirst: boolean): string =>
  isFirst ? `… ${text.slice(-most)}` : `${text.slice(0, most)} …`;
