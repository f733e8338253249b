import { ExtensionPoint } from '../../base/index.ts';
import type { Match, PageEvent } from '../../detect/index.ts';
import type { SegmentChange } from '../../track/index.ts';
import type { RunContext } from '../run/run-context.ts';
import type { FeatureRows } from '../tables/crawl-commit.ts';
import type { JudgedVisit, NewTextReader } from '../visit-observer.ts';

/** What was found at a visit. */
export interface LookedAt {
  readonly title: string;
  /** What was read. */
  readonly changes: readonly SegmentChange[];
  readonly matches: readonly Match[];
  /** What is committed with the visit. */
  readonly rows: FeatureRows;
}

/** Looks for what a project wants to find. Called for each visit at which something happened to the page. */
export interface VisitLook {
  look(judged: JudgedVisit, event: PageEvent): Promise<LookedAt>;
}

export type ObservedRun = Pick<RunContext, 'definition' | 'store' | 'clock' | 'run'>;

/** The look of a run; null for a project that looks for nothing. Without an extension, nothing is looked for. */
export const visitLook = new ExtensionPoint<
  ((run: ObservedRun, reader: NewTextReader) => Promise<VisitLook | null>) | null
>('what looks at visits');
