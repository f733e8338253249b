import { hash } from 'node:crypto';
import type { BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import { bit, bytes, integer, orNull, type RowOf, table, text } from '../../database/table.ts';
import type { Offer } from './records.ts';

/** A link that leads to another host than its page: the job of that host takes it in, by its own rules and budgets. */
export const offerTable = table(
  'offer',
  {
    run_id: integer,
    host: text,
    url_hash: bytes,
    url: text,
    kind: text,
    depth: integer,
    found_on: orNull(integer),
    taken: bit,
  },
  { key: ['run_id', 'host', 'url_hash'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly offer: RowOf<typeof offerTable>;
  }
}

/** Links that pages of other hosts have offered to the hosts of this store. On one machine nobody else visits hosts, and there are none. */
export interface Offers {
  /** Those that were not looked at, close to the start first. */
  waiting(runId: number, limit: number): Promise<readonly Offer[]>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly offers: Offers;
  }
}

/** 16 bytes that stand for an address among the offers of a run. */
export const urlHash = (url: string): Uint8Array => hash('sha256', url, 'buffer').subarray(0, 16);

const takeOffer: BulkUpdate = {
  kind: 'update',
  table: 'offer',
  given: { run_id: 'integer', host: 'text', url_hash: 'bytes' },
  set: 'taken = 1',
  where: 'offer.run_id = given.run_id AND offer.host = given.host AND offer.url_hash = given.url_hash',
};

/** They stay until the run ends: an address that another page offers again is known then. */
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

/** With a host, only what is offered to that one. */
export function offers(database: Database, host: string | null = null): Offers {
  return {
    waiting: (runId, limit) =>
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
