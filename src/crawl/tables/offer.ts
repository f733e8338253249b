import { hash } from 'node:crypto';
import type { BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import type { ItemOf } from '../../database/store.ts';
import { bit, bytes, integer, orNull, table, text } from '../../database/table.ts';

/** A link to another host than that of its page: the job of that host queues it, by its own rules and budgets. */
export const offerTable = table(
  'offer',
  {
    run_id: integer,
    host: text,
    url_hash: bytes,
    url: text,
    /** The kind of the link. */
    kind: text,
    depth: integer,
    found_on: orNull(integer),
    taken: bit,
  },
  { key: ['run_id', 'host', 'url_hash'] },
);

/** 16 bytes that identify an address among the offers of a run. */
export const urlHash = (url: string): Uint8Array => hash('sha256', url, 'buffer').subarray(0, 16);

const takeOffer: BulkUpdate = {
  kind: 'update',
  table: 'offer',
  given: { run_id: 'integer', host: 'text', url_hash: 'bytes' },
  set: 'taken = 1',
  where: 'offer.run_id = given.run_id AND offer.host = given.host AND offer.url_hash = given.url_hash',
};

/** Marks offers as taken. They stay until the run ends, so that an address that another page offers again is known. */
export async function takeOffers(
  writing: RowWriting,
  runId: number,
  taken: readonly { readonly host: string; readonly url: string }[],
): Promise<void> {
  await writing.bulk(
    takeOffer,
    taken.map(({ host, url }) => [runId, host, urlHash(url)]),
  );
}

/** Links that pages of other hosts have offered to the hosts of this store; with a host, only those to it. On one machine there are none. */
export function offers(database: Database, host: string | null = null) {
  return {
    /** Offers that were not processed, those close to the start first. */
    waiting: (runId: number, limit: number) =>
      database.read((db) =>
        db
          .selectFrom('offer')
          .select(['host', 'url', 'kind', 'depth', 'found_on as foundOn'])
          .where('run_id', '=', runId)
          .where('taken', '=', 0)
          .$if(host !== null, (query) => query.where('host', '=', host ?? ''))
          .orderBy('depth')
          .orderBy('url_hash')
          .limit(limit)
          .execute(),
      ),
  };
}

type Offers = ReturnType<typeof offers>;
export type Offer = ItemOf<Offers['waiting']>;
