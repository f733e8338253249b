import type { Segment } from '../../document/index.ts';

/** What happened to the page at this visit. `back`: it was missing or failing at the last one. */
export type PageEvent = 'new' | 'updated' | 'missing' | 'back' | 'failing';

/** A segment that is new or gone, with its neighbours. Noise has already been removed. */
export interface ChangedSegment {
  readonly segment: Segment;
  /**
   * Whether detectors have not read it at any earlier visit of the page. Text that was gone and comes back is added, but not unread.
   */
  readonly isUnread: boolean;
  /** The segment as it was at the last visit, or, if this one is gone, as it is now; null when it has no counterpart. */
  readonly counterpart: Segment | null;
  /** The leaf before it on the page: the label of a number in a table stands there. */
  readonly label: () => string | null;
  /** The words of its row or card when it has too few of its own to say what it is about; null otherwise. */
  readonly surroundings: () => string | null;
}

/** The text of a region now and at the last visit. */
export interface RegionText {
  readonly now: readonly Segment[];
  /** Null when there was no visit before, or when its content is not known. */
  readonly before: readonly Segment[] | null;
}

/** The content of a visit: all that detectors see of the page. */
export interface DetectorInput {
  /** Stays the same when the page is renamed. */
  readonly pageId: number | string;
  readonly url: string;
  readonly title: string;
  readonly event: PageEvent;
  readonly added: readonly ChangedSegment[];
  readonly removed: readonly ChangedSegment[];
  /** ISO 639-1 code; null when it is not known. */
  readonly language: string | null;
  /** The parts of the page that a CSS selector chooses; null when the page cannot be cut. Called only when a detector asks. */
  readonly region: (selector: string) => RegionText | null;
}

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

/** What a detector found at a visit: the evidence that is stored and reported. */
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
  /** Why, in plain words. */
  readonly reason: string;
}

/** In a first run every page and all of its text are new: that alone is not reported. */
export const saysMoreThanNew = ({ words, number }: Match): boolean => words.length > 0 || number !== null;
