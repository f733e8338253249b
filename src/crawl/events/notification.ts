import { ExtensionPoint } from '../../base/index.ts';
import type { NotifyEntry, NotifyEvent } from '../../project/index.ts';
import type { WordChange } from '../../track/index.ts';
import type { FeatureRows } from '../tables/crawl-commit.ts';

export interface NotifiedPage {
  readonly id: number;
  readonly url: string;
  /** Empty when the page has none. */
  readonly title: string;
}

/** One change of a page, with the key that finds the same change on other pages. */
export interface NotifiedChange {
  /** As `groupKeys` gives it, in hexadecimal digits. */
  readonly key: string;
  readonly words: readonly WordChange[];
  readonly place: string;
  /** The part of the page: `the footer`. */
  readonly part: string;
}

/**
 * Something that may be reported to a person: a plain value, whatever found it. It is stored as JSON in the outbox, so it
 * holds everything that a message contains.
 */
export interface Notification {
  /** Identifies the notification, unique in the project: the same key is reported once over each channel. */
  readonly key: string;
  readonly kind: NotifyEvent | 'test';
  readonly project: string;
  /** The page, or the first page of a group with the same change; the start of the site when it is about the site. */
  readonly page: NotifiedPage;
  /** The other pages with the same change; at most some of them, see `pageCount`. */
  readonly otherPages: readonly NotifiedPage[];
  /** How many pages have the change, including `page`. */
  readonly pageCount: number;
  /** When it was found. */
  readonly at: number;
  /** Since when it holds: the last visit that saw it otherwise, the first failure, the last visit. Null when not known. */
  readonly since: number | null;
  /** The changed words: what both versions have, what was removed, what was added. Empty when there are none to show. */
  readonly words: readonly WordChange[];
  /** Where on the page, in plain words: `in the price table`. Empty when not known. */
  readonly place: string;
  /** The detector that matched; null for anything else. */
  readonly detector: string | null;
  /** In one sentence, for a notification without words to show: why a page fails. */
  readonly reason: string;
  /** All changes of the page, if it has changed; at most some of them, see `moreChanges`. A message groups them. */
  readonly changes?: readonly NotifiedChange[];
  readonly moreChanges?: number;
  /** The part of the page with the change, for a change that several pages share: `the footer`. */
  readonly part?: string;
  /** Where all the changes can be seen: a web address, or a command to type. */
  readonly link: string;
}

/** `and 2 more changes on this page` */
export const moreInWords = (more: number): string =>
  more > 0 ? `and ${more} more ${more === 1 ? 'change' : 'changes'} on this page` : '';

/** Plans the reports about notifications of a project: rows for the commit of the visits they report. The same notifications always make the same rows. */
export interface NotificationPlanner {
  plan(notifications: readonly Notification[], now: number): FeatureRows;
}

/** The project, and its channels. */
export interface ReportedProject {
  readonly projectId: number;
  readonly notify: readonly NotifyEntry[];
  readonly hasDetectors: boolean;
}

export const notificationPlanner = new ExtensionPoint<
  (project: ReportedProject) => Promise<NotificationPlanner>
>('what plans messages', { without: 'no messages are planned' });
