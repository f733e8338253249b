import type { RowWriting } from '../../database/database.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import { takeOffers } from './offer.ts';
import { addLeftOut, saveRunState } from './run.ts';

/** What a commit tells about the run as a whole. */
type LedgerEntry = Pick<
  CrawlCommit,
  'runId' | 'visits' | 'leftOut' | 'savedState' | 'offers' | 'takenOffers'
>;

/** Keeps what a run knows besides its pages. Called once in each commit, after everything else. */
export interface RunLedger {
  keep(rows: RowWriting, entry: LedgerEntry): Promise<void>;
}

/** Of a run that one process visits: all hosts are its own, and it offers nothing to others. */
export const wholeRunLedger: RunLedger = {
  async keep(rows, { runId, leftOut, savedState, takenOffers = [] }) {
    await addLeftOut(rows, runId, leftOut);
    await takeOffers(rows, runId, takenOffers);
    if (savedState !== undefined) await saveRunState(rows, runId, savedState);
  },
};
