import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { PageDiff } from '../../presentation/diff/page-diff.ts';
import type { ChangeSummary, SummaryPage } from '../../presentation/summary/change-summary.ts';
import type { ChangeRate, Flag } from '../../track/index.ts';
import type { Project } from '../tables/project.ts';
import type { KnownPageCounts, RunState } from '../tables/run.ts';

export type FlagTotals = Readonly<Record<Flag, number>>;

/** In the order of interest to a reader. */
export const flagOrder: readonly Flag[] = ['UPD', 'NEW', 'MIS', 'ERR', 'SAM'];

/** Pages whose relevant text differs only in a few words (the setting `content`). */
export interface NearDuplicateClass {
  /** The page that was found first. */
  readonly of: SummaryPage;
  /** The others, in the order of their ids. */
  readonly pages: readonly SummaryPage[];
}

/** A row of the report. */
export interface ReportPage extends SummaryPage {
  readonly flag: Flag;
  readonly reason: string;
}

/** One of the pages that changed most. */
export interface ChangedPage extends SummaryPage {
  /** Words that were added or removed in this run; null when the page has no text. */
  readonly words: number | null;
  /** In how many of the newest runs it changed. */
  readonly changedRuns: number;
}

/** How often pages of the source change, over its newest runs. */
export interface SourceRate extends ChangeRate {
  readonly runs: number;
}

/** Addresses that show the same page as another one. */
export interface AliasTotals {
  readonly known: number;
  /** Aliases that this run did not fetch. */
  readonly requestsSaved: number;
  /** The share of all addresses that is redundant. */
  readonly reductionRate: number;
}

/** A learned rule in one line. */
export interface RuleLine {
  readonly id: string;
  readonly says: string;
  readonly evidence: string;
}

/** A report without its rows. */
export interface RunSummary {
  readonly project: string;
  readonly startUrl: string;
  readonly run: number;
  readonly state: RunState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly totals: FlagTotals;
  /** Null when the run did not record what it planned to visit. */
  readonly knownPages: KnownPageCounts | null;
  /** Pages that were due and have no flag; null as above. */
  readonly notReached: number | null;
  readonly aliases: AliasTotals;
  /** Largest class first; null when they were not searched for. */
  readonly nearDuplicates: readonly NearDuplicateClass[] | null;
  readonly changedMost: readonly ChangedPage[];
  readonly sourceRate: SourceRate;
  /** The learned rules by which the run treated differences as noise. */
  readonly rules: readonly RuleLine[];
  /** What the run found out about the site, links that were not followed, and what to do about it, in sentences. */
  readonly notices: readonly string[];
}

/** Pictures of a page that has changed, as PNG. */
export interface ChangedPictures {
  readonly page: SummaryPage;
  /** Null when no picture of the previous version was taken. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array;
}

/** The source of a report. Rows are read only when needed, part by part. */
export interface RunReport extends RunSummary {
  readonly summary: ChangeSummary;
  /** Pages with one of these flags, by id. */
  pages(flags: readonly Flag[]): AsyncIterable<ReportPage>;
  /** Pictures of pages that were updated in this run, by id; none where none were kept. */
  pictures(): AsyncIterable<ChangedPictures>;
  /** What changed on a page in this run; null when that is no longer known. */
  diff(file: string): Promise<PageDiff | null>;
}

/** Due pages that got a flag: always SAM + UPD + MIS + ERR. */
export function flaggedDue({ SAM, UPD, MIS, ERR }: FlagTotals): number {
  return SAM + UPD + MIS + ERR;
}

/** The reason without the address, which is shown beside it. */
export function shownReason({ url, reason }: Pick<ReportPage, 'url' | 'reason'>): string {
  return reason.startsWith(`${url}: `) ? reason.slice(url.length + 2) : reason;
}

/** Reports a run of a project, the newest by default. Throws APP_NO_RUN when there is none. */
export const runReport = new ExtensionPoint<
  (store: Store, project: Project, request: { readonly run?: number | undefined }) => Promise<RunReport>
>('reports', { without: 'runs cannot be reported' });
