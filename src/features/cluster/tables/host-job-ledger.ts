import { takeOffers } from '../../../crawl/tables/offer.ts';
import type { NewVisit } from '../../../crawl/tables/records.ts';
import { addedByReason } from '../../../crawl/tables/run.ts';
import type { RunLedger } from '../../../crawl/tables/run-ledger.ts';
import type { BulkInsert, BulkUpdate } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { HostJobProgress } from './host-job-records.ts';
import type { HostJobPlace, SendHostJobs } from './open-hosts.ts';
import { writeOffers } from './write-offers.ts';

const addCount: BulkInsert = {
  kind: 'insert',
  table: 'share_left_out',
  given: { run_id: 'integer', host: 'text', reason: 'text', count: 'integer', example_url: 'text' },
  conflict: 'ON CONFLICT (run_id, host, reason) DO UPDATE SET count = share_left_out.count + excluded.count',
};

const addVisits: BulkUpdate = {
  kind: 'update',
  table: 'share_work',
  given: {
    run_id: 'integer',
    host: 'text',
    pages: 'integer',
    errors: 'integer',
    left_out: 'integer',
    saved_state: 'text',
    bytes: 'integer',
    queued: 'integer',
  },
  set: `pages = share_work.pages + given.pages, errors = share_work.errors + given.errors,
    left_out = share_work.left_out + given.left_out, saved_state = coalesce(given.saved_state, share_work.saved_state),
    bytes = given.bytes, queued = given.queued`,
  where: 'share_work.run_id = given.run_id AND share_work.host = given.host',
};

/**
 * Of a host job. Nothing here is written by others, but for the offers and the host jobs that they wake: those come last, in the order of
 * hosts, so that two commits never wait for each other.
 */
export function hostJobLedger(
  place: HostJobPlace,
  send: SendHostJobs,
  progress: () => HostJobProgress,
): RunLedger {
  const { runId, host } = place;
  return {
    async keep(writing, { visits, leftOut, savedState, offers = [], takenOffers = [] }) {
      const rows = addedByReason(leftOut).map(({ reason, count, exampleUrl }) => [
        ...[runId, host, reason, count, exampleUrl],
      ]);
      await writing.bulk(addCount, rows);
      await takeOffers(writing, runId, takenOffers);
      const counted = (wanted: NewVisit['outcome']) =>
        visits.filter(({ outcome }) => outcome === wanted).length;
      const state = savedState === undefined ? null : storableText(savedState);
      const { bytes, queued } = progress();
      await writing.bulk(addVisits, [
        [runId, host, counted('ok'), counted('error'), counted('left-out'), state, bytes, queued],
      ]);
      await writing.step(
        writeOffers,
        offers.map((page) => ({ place, send, page })),
      );
    },
  };
}
