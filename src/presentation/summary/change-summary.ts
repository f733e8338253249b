import type { Change } from '../diff/page-diff.ts';

export interface SummaryPage {
  /** The id of the page (B8). */
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
  /** Why the first of them was updated. */
  readonly reason: string;
}

/** A page that went, or failed, since the last run. */
export interface LostPage extends SummaryPage {
  readonly reason: string;
}

/** Pages that were missing or in error before: no news, so they are only counted. */
export interface LastingPages {
  readonly missing: number;
  readonly failing: number;
  /** The number of the earliest run since which one of them is; null when there are none. */
  readonly missingSince: number | null;
  readonly failingSince: number | null;
}

/** What a run tells: what is news, each thing once. */
export interface ChangeSummary {
  readonly project: string;
  readonly run: number;
  /** Whether nothing was known before, so that everything is new and nothing is news. */
  readonly isFirst: boolean;
  /** Pages that the run visited. */
  readonly visited: number;
  readonly updated: number;
  readonly groupCount: number;
  /** Whether a version of Tidemark that did not keep what it reported made the run: then its changes are computed now. */
  readonly isRecomputed: boolean;
  readonly newCount: number;
  readonly goneCount: number;
  readonly failedCount: number;
  readonly lasting: LastingPages;
  /** Those of many pages first, without the first `skip`. Each has at most this many of its pages. */
  groups(mostPages: number, skip?: number): AsyncIterable<ChangeGroup>;
  newPages(): AsyncIterable<SummaryPage>;
  gone(): AsyncIterable<LostPage>;
  failed(): AsyncIterable<LostPage>;
}

/** Whether something happened to the site since the last run. A page that cannot be read says nothing about the site. */
export function hasFoundChanges({ isFirst, updated, newCount, goneCount }: ChangeSummary): boolean {
  return !isFirst && updated + newCount + goneCount > 0;
}

/** What a run tells, for programs: an event for each group of changes with all its pages, and one that sums up. */
export async function* summaryJson(summary: ChangeSummary): AsyncGenerator<object> {
  const { run, isFirst, visited, updated, newCount, goneCount, failedCount, lasting, groupCount } = summary;
  for await (const { changes, more, pages, reason } of summary.groups(Number.POSITIVE_INFINITY))
    yield { event: 'changes', changes, more, pages, reason };
  const counts = { updated, new: newCount, gone: goneCount, failed: failedCount, groups: groupCount };
  yield { event: 'told', run, isFirst, visited, ...counts, lasting };
}
