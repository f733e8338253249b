import { ExtensionPoint } from '../../base/index.ts';
import type { Match, PageEvent } from '../../detect/index.ts';
import type { SegmentChange } from '../../track/index.ts';
import type { RunContext } from '../run/run-context.ts';
import type { FeatureRows } from '../tables/crawl-commit.ts';
import type { JudgedVisit, NewTextReader } from '../visit-observer.ts';

/** What was found at a visit. */
export interface LookedAt {
  readonly title: string;
  /** The changes that were searched. */
  readonly changes: readonly SegmentChange[];
  readonly matches: readonly Match[];
  /** Rows that are committed with the visit. */
  readonly rows: FeatureRows;
}

/** Searches visits for what a project wants to find. Called for each visit at which something happened to the page. */
export interface VisitLook {
  look(judged: JudgedVisit, event: PageEvent): Promise<LookedAt>;
}

export type ObservedRun = Pick<RunContext, 'definition' | 'store' | 'clock' | 'run'>;

/** The search of a run; null for a project that searches for nothing. */
export const visitLook = new ExtensionPoint<
  (run: ObservedRun, reader: NewTextReader) => Promise<VisitLook | null>
>('what looks at visits', { without: 'nothing is looked for' });
