import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import { HOST_LEASE } from '../lease-times.ts';

/** How long somebody who asked for a host counts as waiting for it, in milliseconds. */
const WANTED_FOR = 5000;

/** A host that is held, and in how many milliseconds it may be asked next. */
export interface HeldHost {
  readonly host: string;
  readonly holder: string;
  readonly nextIn: number;
}

/**
 * Who may send requests to which host, over all runs and machines: one run, or host job of a run, at a time. The holder keeps the pace of the
 * host; whoever gets it next goes on with that. Somebody who waits gets the host when the holder gives it away, which it does soon.
 */
export interface HostLeases {
  /** In how many milliseconds the host may be asked; null while somebody else has it, who is told that it is wanted. */
  take(host: string, holder: string): Promise<number | null>;
  /** Keeps hosts: those that are still held, and whether somebody else wants them. */
  keep(
    hosts: readonly HeldHost[],
  ): Promise<readonly (Pick<HeldHost, 'host' | 'holder'> & { isWanted: boolean })[]>;
  /** Gives hosts to those who wait for them. */
  release(hosts: readonly HeldHost[]): Promise<void>;
}

export function hostLeases(database: Database): HostLeases {
  return {
    take: (host, holder) =>
      database.write(async ({ db }) => {
        const { rows } = await sql<{ nextIn: number }>`
          insert into host_hold (host, holder, held_until, next_at, wanted_until)
          values (${host}, ${holder}, ${databaseNow} + ${HOST_LEASE}, 0, 0)
          on conflict (host) do update set holder = excluded.holder, held_until = excluded.held_until,
              wanted_by = nullif(host_hold.wanted_by, excluded.holder)
            where host_hold.holder is null or host_hold.holder = excluded.holder or host_hold.held_until < ${databaseNow}
          returning greatest(next_at - ${databaseNow}, 0) as "nextIn"`.execute(db);
        if (rows[0] !== undefined) return rows[0].nextIn;
        await sql`update host_hold set wanted_by = ${holder}, wanted_until = ${databaseNow} + ${WANTED_FOR}
          where host = ${host} and (wanted_by is null or wanted_by = ${holder} or wanted_until < ${databaseNow})`.execute(
          db,
        );
        return null;
      }),
    keep: async (hosts) => {
      if (hosts.length === 0) return [];
      return database.statement(async (db) => {
        const { rows } = await sql<{ host: string; holder: string; isWanted: boolean }>`
          update host_hold set held_until = ${databaseNow} + ${HOST_LEASE}, next_at = ${databaseNow} + given.next_in
          from ${given(hosts)} where host_hold.host = given.host and host_hold.holder = given.holder
          returning host_hold.host, host_hold.holder,
            wanted_by is not null and wanted_until > ${databaseNow} as "isWanted"`.execute(db);
        return rows;
      });
    },
    release: async (hosts) => {
      if (hosts.length === 0) return;
      await database.statement(async (db) => {
        await sql`update host_hold set next_at = ${databaseNow} + given.next_in,
            holder = case when wanted_until > ${databaseNow} then wanted_by end,
            held_until = ${databaseNow} + ${HOST_LEASE}, wanted_by = null, wanted_until = 0
          from ${given(hosts)} where host_hold.host = given.host and host_hold.holder = given.holder`.execute(
          db,
        );
      });
    },
  };
}

/** In order: two who keep hosts must not wait for each other. */
function given(hosts: readonly HeldHost[]): RawBuilder<unknown> {
  const sorted = hosts.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  const waits = sorted.map(({ nextIn }) => Math.max(0, Math.ceil(nextIn)));
  return sql`unnest(${sorted.map(({ host }) => host)}::text[], ${sorted.map(({ holder }) => holder)}::text[],
    ${waits}::bigint[]) as given (host, holder, next_in)`;
}
