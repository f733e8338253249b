import type { PageEvent } from './page-news.ts';

/** A word that was found, and where it stands in the text of the segment. */
export interface FoundWord {
  readonly text: string;
  readonly start: number;
  /** The character after it. */
  readonly end: number;
}

/** A number that a condition is about. */
export interface FoundNumber {
  /** Null when there was none at the last visit. */
  readonly before: number | null;
  readonly after: number;
}

/** The place on the page where something was found. */
export interface MatchPlace {
  /** 16 hexadecimal digits. */
  readonly segment: string;
  readonly path: string;
  readonly text: string;
  /** The sentence with the first of the words, or the first sentence. */
  readonly sentence: string;
}

/** What a detector found at a visit: the evidence that is stored and told. */
export interface Match {
  readonly detector: string;
  readonly pageId: number | string;
  readonly url: string;
  readonly title: string;
  readonly event: PageEvent;
  readonly in: 'added' | 'removed';
  /** Null when it is about the page as a whole. */
  readonly place: MatchPlace | null;
  readonly words: readonly FoundWord[];
  readonly number: FoundNumber | null;
  /** Why, in plain words (X6). */
  readonly reason: string;
}

/** In a first run every page is new, and so is all of its text: that alone is nothing to tell. */
export const saysMoreThanNew = ({ words, number }: Match): boolean => words.length > 0 || number !== null;
