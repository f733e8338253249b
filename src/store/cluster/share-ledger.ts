import type { Transaction } from 'kysely';
import type { BulkInsert } from '../database.ts';
import type { DiscoveredPage, NewVisit } from '../records.ts';
import type { RunLedger } from '../run-ledger.ts';
import type { Tables } from '../schema.ts';
import { takeOffers, urlHash } from '../tables/offer.ts';
import { addedByReason } from '../tables/run.ts';
import { storableText } from '../tables/storable-text.ts';
import { openHosts, type SendShares, type SharePlace } from './open-hosts.ts';

/** Offers, and hosts, in one statement. */
const AT_ONCE = 1000;

const addCount: BulkInsert = {
  kind: 'insert',
  table: 'share_left_out',
  given: { run_id: 'integer', host: 'text', reason: 'text', count: 'integer', example_url: 'text' },
  conflict: 'ON CONFLICT (run_id, host, reason) DO UPDATE SET count = share_left_out.count + excluded.count',
};

/**
 * Of a share. Nothing here is written by others, but for the offers and the shares that they wake: those come last, in the order of
 * hosts, so that two commits never wait for each other.
 */
export function shareLedger(place: SharePlace, send: SendShares): RunLedger {
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
      await writing.db
        .updateTable('share_work')
        .set((row) => ({
          pages: row('pages', '+', counted('ok')),
          errors: row('errors', '+', counted('error')),
          left_out: row('left_out', '+', counted('left-out')),
          ...(savedState !== undefined && { saved_state: storableText(savedState) }),
        }))
        .where('run_id', '=', runId)
        .where('host', '=', host)
        .execute();
      const hosts = await addOffers(writing.db, runId, offers);
      for (let from = 0; from < hosts.length; from += AT_ONCE)
        await openHosts(writing.db, place, hosts.slice(from, from + AT_ONCE), send);
    },
  };
}

/** Returns the hosts that have something new to look at, in order. */
async function addOffers(
  db: Transaction<Tables>,
  runId: number,
  offers: readonly DiscoveredPage[],
): Promise<readonly string[]> {
  const rows = offers
    .map(({ url, host, linkKind, depth, foundOn }) => ({
      ...{ run_id: runId, host, url_hash: urlHash(url), url: storableText(url), kind: linkKind },
      ...{ depth, found_on: foundOn, taken: 0 as const },
    }))
    .sort((a, b) => compare(a.host, b.host) || Buffer.compare(a.url_hash, b.url_hash));
  const hosts = new Set<string>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const added = await db
      .insertInto('offer')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning('host')
      .execute();
    for (const { host } of added) hosts.add(host);
  }
  return [...hosts].sort(compare);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
