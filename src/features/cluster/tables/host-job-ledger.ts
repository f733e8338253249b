import { takeOffers } from '../../../crawl/tables/offer.ts';
import { addedByReason } from '../../../crawl/tables/run.ts';
import type { RunLedger } from '../../../crawl/tables/run-ledger.ts';
import type { NewVisit } from '../../../crawl/tables/visit.ts';
import type { BulkInsert, BulkUpdate } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { HostJobProgress } from './cluster-tables.ts';
import { type HostJobKey, type SendHostJobs, writeOffers } from './open-host-jobs.ts';
import { storedTry, type TriedJob } from './stored-try.ts';

const addCount: BulkInsert = {
  kind: 'insert',
  table: 'host_job_left_out',
  given: { run_id: 'integer', host: 'text', reason: 'text', count: 'integer', example_url: 'text' },
  conflict:
    'ON CONFLICT (run_id, host, reason) DO UPDATE SET count = host_job_left_out.count + excluded.count',
};

const addVisits: BulkUpdate = {
  kind: 'update',
  table: 'host_job_work',
  given: {
    run_id: 'integer',
    host: 'text',
    pages: 'integer',
    errors: 'integer',
    left_out: 'integer',
    saved_state: 'text',
    bytes: 'integer',
    queued: 'integer',
    stored_try: 'text',
  },
  set: `pages = host_job_work.pages + given.pages, errors = host_job_work.errors + given.errors,
    left_out = host_job_work.left_out + given.left_out, saved_state = coalesce(given.saved_state, host_job_work.saved_state),
    bytes = given.bytes, queued = given.queued, stored_try = coalesce(given.stored_try, host_job_work.stored_try)`,
  where: 'host_job_work.run_id = given.run_id AND host_job_work.host = given.host',
};

/**
 * No other worker writes these rows, except offers and the host jobs that they open. Those come last, in the order of hosts, so that two commits never
 * deadlock.
 */
export function hostJobLedger(
  key: HostJobKey,
  send: SendHostJobs,
  progress: () => HostJobProgress,
  job: TriedJob,
): RunLedger {
  const { runId, host } = key;
  return {
    async keep(writing, { visits, settled, leftOut, savedState, offers = [], takenOffers = [] }) {
      const rows = addedByReason(leftOut).map(({ reason, count, exampleUrl }) => [
        ...[runId, host, reason, count, exampleUrl],
      ]);
      await writing.bulk(addCount, rows);
      await takeOffers(writing, runId, takenOffers);
      const counted = (wanted: NewVisit['outcome']) =>
        visits.filter(({ outcome }) => outcome === wanted).length;
      const state = savedState === undefined ? null : storableText(savedState);
      const { bytes, queued } = progress();
      const ok = counted('ok') + (settled?.pageIds.length ?? 0);
      const gotOn = visits.length + ok > 0 ? storedTry(job) : null;
      await writing.bulk(addVisits, [
        [runId, host, ok, counted('error'), counted('left-out'), state, bytes, queued, gotOn],
      ]);
      await writing.step(
        writeOffers,
        offers.map((page) => ({ key, send, page })),
      );
    },
  };
}
