import type { Flag } from './flag.ts';

/** One page of a run. */
export type FlaggedPage =
  /** It had a good version and its visit was due. */
  | { readonly state: 'due'; readonly flag: Exclude<Flag, 'NEW'> }
  /** It had none: found on this run, or never reached before. */
  | { readonly state: 'first'; readonly flag: 'NEW' | 'MIS' | 'ERR' }
  | { readonly state: 'not due' | 'not reached' | 'excluded' };

export interface FlagTotals {
  /** SAM + UPD + MIS + ERR, always (B3). */
  readonly due: number;
  readonly SAM: number;
  readonly UPD: number;
  readonly MIS: number;
  readonly ERR: number;
  readonly NEW: number;
  /** Without a good version before or now. */
  readonly neverGood: number;
  readonly notDue: number;
  readonly notReached: number;
  readonly excluded: number;
}

export function countFlags(pages: Iterable<FlaggedPage>): FlagTotals {
  const totals = {
    due: 0,
    SAM: 0,
    UPD: 0,
    MIS: 0,
    ERR: 0,
    NEW: 0,
    neverGood: 0,
    notDue: 0,
    notReached: 0,
    excluded: 0,
  };
  for (const page of pages) {
    if (page.state === 'due') {
      totals.due++;
      totals[page.flag]++;
    } else if (page.state === 'first') {
      if (page.flag === 'NEW') totals.NEW++;
      else totals.neverGood++;
    } else if (page.state === 'not due') totals.notDue++;
    else if (page.state === 'not reached') totals.notReached++;
    else totals.excluded++;
  }
  return totals;
}
