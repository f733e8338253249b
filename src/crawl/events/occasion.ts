import { ExtensionPoint } from '../../base/index.ts';
import type { NotifyEntry, NotifyEvent } from '../../project/index.ts';
import type { WordChange } from '../../track/index.ts';
import type { FeatureRows } from '../tables/crawl-commit.ts';

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
  /** What makes it this occasion and no other, unique in the project: the same key is reported once over each channel. */
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

/** `and 2 more changes on this page` */
export const moreInWords = (more: number): string =>
  more > 0 ? `and ${more} more ${more === 1 ? 'change' : 'changes'} on this page` : '';

/** Plans what is reported about occasions of a project: the rows that are committed with what they tell of. The same occasions always make the same rows. */
export interface OccasionPlanner {
  plan(occasions: readonly Occasion[], now: number): FeatureRows;
}

/** Whom a project tells. */
export interface ReportedProject {
  readonly projectId: number;
  readonly notify: readonly NotifyEntry[];
  readonly hasDetectors: boolean;
}

export const occasionPlanner = new ExtensionPoint<(project: ReportedProject) => Promise<OccasionPlanner>>(
  'what plans messages',
  { without: 'no messages are planned' },
);
