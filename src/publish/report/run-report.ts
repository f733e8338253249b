import type { KnownPageCounts, RunState } from '../../store/index.ts';
import type { ChangeRate, Flag } from '../../track/index.ts';
import type { PageDiff } from '../diff/page-diff.ts';

export type FlagTotals = Readonly<Record<Flag, number>>;

/** In the order in which a reader wants to know. */
export const flagOrder: readonly Flag[] = ['UPD', 'NEW', 'MIS', 'ERR', 'SAM'];

/** A row of the report. */
export interface ReportPage {
  /** The id by which the page's content is asked for (B8). */
  readonly file: string;
  readonly url: string;
  readonly identity: string;
  readonly flag: Flag;
  readonly reason: string;
}

/** A page that is among those that changed most. */
export interface ChangedPage {
  readonly file: string;
  readonly url: string;
  readonly identity: string;
  /** Words that came or went in this run; null when it has no text. */
  readonly words: number | null;
  /** In how many of the newest runs it had changed. */
  readonly changedRuns: number;
}

/** How often pages of the source change, over its newest runs (B13). */
export interface SourceRate extends ChangeRate {
  readonly runs: number;
}

/** Addresses that show what another one shows (E3). */
export interface AliasTotals {
  readonly known: number;
  /** Those that this run did not ask for. */
  readonly requestsSaved: number;
  /** The share of all addresses that is redundant (E4). */
  readonly reductionRate: number;
}

/** A learned rule in one line. */
export interface RuleLine {
  readonly id: string;
  readonly says: string;
  readonly evidence: string;
}

/** Everything of a report but its rows. */
export interface RunSummary {
  readonly project: string;
  readonly startUrl: string;
  readonly run: number;
  readonly state: RunState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly totals: FlagTotals;
  /** Null when the run did not say what it set out to visit. */
  readonly plan: KnownPageCounts | null;
  /** Pages that were due and have no flag; null as above. */
  readonly notReached: number | null;
  readonly aliases: AliasTotals;
  readonly changedMost: readonly ChangedPage[];
  readonly sourceRate: SourceRate;
  /** What the run took for noise. */
  readonly rules: readonly RuleLine[];
}

/** What a report is made from. The rows are read when they are asked for, part by part. */
export interface RunReport extends RunSummary {
  /** Pages with one of these flags, by id. */
  pages(flags: readonly Flag[]): AsyncIterable<ReportPage>;
  /** What changed on a page in this run; null when that cannot be told any more. */
  diff(file: string): Promise<PageDiff | null>;
}

/** Due pages that a flag was given to; SAM + UPD + MIS + ERR, always (B3). */
export function flaggedDue({ SAM, UPD, MIS, ERR }: FlagTotals): number {
  return SAM + UPD + MIS + ERR;
}

/** The reason as it stands beside the address: it need not say it again. */
export function shownReason({ url, reason }: ReportPage): string {
  return reason.startsWith(`${url}: `) ? reason.slice(url.length + 2) : reason;
}
