import type { RowWriting } from '../../database/database.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import { takeOffers } from './offer.ts';
import { addLeftOut, saveRunState } from './run.ts';

/** The part of a commit that is about the run as a whole. */
type LedgerEntry = Pick<
  CrawlCommit,
  'runId' | 'visits' | 'settled' | 'leftOut' | 'savedState' | 'offers' | 'takenOffers'
>;

/** Stores what a run knows besides its pages. Called once in each commit, after everything else. */
export interface RunLedger {
  keep(rows: RowWriting, entry: LedgerEntry): Promise<void>;
}

/** The ledger of a run that one process visits: it visits all hosts itself, and offers nothing to others. */
export const wholeRunLedger: RunLedger = {
  async keep(rows, { runId, leftOut, savedState, takenOffers = [] }) {
    await addLeftOut(rows, runId, leftOut);
    await takeOffers(rows, runId, takenOffers);
    if (savedState !== undefined) await saveRunState(rows, runId, savedState);
  },
};
