import type { RunLedger } from '../../../crawl/tables/run-ledger.ts';
import { wholeRunLedger } from '../../../crawl/tables/run-ledger.ts';
import type { BulkUpdate } from '../../../database/database.ts';

/** A try of a job. */
export interface TriedJob {
  readonly id: string;
  readonly retryCount: number;
}

/** The column `stored_try`: one run has several jobs, one after the other, and each counts its tries from 0. */
export const storedTry = ({ id, retryCount }: TriedJob): string => `${id} ${retryCount}`;

/** How many tries in a row, before this one, lost their lease and had stored no visit. `stored` is the column `stored_try`. */
export function lostTries({ id, retryCount }: TriedJob, stored: string | null): number {
  const [job, last] = (stored ?? '').split(' ');
  return retryCount - (job === id ? Number(last) : 0);
}

const noteStoredTry: BulkUpdate = {
  kind: 'update',
  table: 'cluster_run',
  given: { job_id: 'text', stored_try: 'text' },
  set: 'stored_try = given.stored_try',
  where: 'cluster_run.job_id = given.job_id',
};

/** The ledger of a run that one worker visits. With its first visit it notes that this try got on. */
export function clusterRunLedger(clusterRunId: string, job: TriedJob): RunLedger {
  let isNoted = false;
  return {
    async keep(rows, entry) {
      await wholeRunLedger.keep(rows, entry);
      if (isNoted || (entry.visits.length === 0 && entry.settled === undefined)) return;
      await rows.bulk(noteStoredTry, [[clusterRunId, storedTry(job)]]);
      isNoted = true;
    },
  };
}
