import type { Change } from '../diff/page-diff.ts';

export interface SummaryPage {
  /** The id of the page. */
  readonly file: string;
  readonly url: string;
  readonly identity: string;
}

/** Changes that the same pages have, reported once. */
export interface ChangeGroup {
  /** In the order of the page, without noise; empty when the pages have no words to compare. */
  readonly changes: readonly Change[];
  /** How many further changes the page has that are only counted. */
  readonly more: number;
  /** As many as were asked for. */
  readonly pages: readonly SummaryPage[];
  readonly pageCount: number;
  /** Whether each page has its own value at this location; the words are those of the first page. */
  readonly haveOwnValues?: true;
  /** Why the first of them was updated. */
  readonly reason: string;
}

/** A page that is gone, or fails, since the last run. */
export interface LostPage extends SummaryPage {
  readonly reason: string;
}

/** Pages that were missing or failing before: they are only counted. */
export interface LastingPages {
  readonly missing: number;
  readonly failing: number;
  /** The number of the earliest run since which one of them is missing; null when there are none. */
  readonly missingSince: number | null;
  readonly failingSince: number | null;
}

/** What a run reports, each change once. */
export interface ChangeSummary {
  readonly project: string;
  readonly run: number;
  /** Whether nothing was known before, so that everything is new and nothing has changed. */
  readonly isFirst: boolean;
  /** A sentence that says why the start address could not be fetched; null when it could. */
  readonly startFailure: string | null;
  /** Pages that the run visited. */
  readonly visited: number;
  readonly updated: number;
  readonly groupCount: number;
  /** Whether the run was made by a version of Tidemark that did not store what it reported: then its changes are recomputed. */
  readonly isRecomputed: boolean;
  readonly newCount: number;
  readonly goneCount: number;
  readonly failedCount: number;
  readonly lasting: LastingPages;
  /** Groups with many pages first, without the first `skip`. Each has at most `mostPages` of its pages. */
  groups(mostPages: number, skip?: number): AsyncIterable<ChangeGroup>;
  newPages(): AsyncIterable<SummaryPage>;
  gone(): AsyncIterable<LostPage>;
  failed(): AsyncIterable<LostPage>;
}

/** Whether something happened to the site since the last run. A page that cannot be read says nothing about the site. */
export function hasFoundChanges({ isFirst, updated, newCount, goneCount }: ChangeSummary): boolean {
  return !isFirst && updated + newCount + goneCount > 0;
}

/** What a run reports, for programs: an event for each group of changes with all its pages, and a summary event. */
export async function* summaryJson(summary: ChangeSummary): AsyncGenerator<object> {
  const { run, isFirst, startFailure, visited, updated, newCount, goneCount } = summary;
  const { failedCount, lasting, groupCount } = summary;
  for await (const { changes, more, pages, reason } of summary.groups(Number.POSITIVE_INFINITY))
    yield { event: 'changes', changes, more, pages, reason };
  const counts = { updated, new: newCount, gone: goneCount, failed: failedCount, groups: groupCount };
  yield { event: 'summary', run, isFirst, startFailure, visited, ...counts, lasting };
}
