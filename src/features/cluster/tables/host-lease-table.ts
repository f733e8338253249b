import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import { HOST_LEASE, WANTED_FOR } from '../lease-times.ts';

/** The lease on a host, and in how many milliseconds the next request may be sent. */
export interface HostLease {
  readonly host: string;
  readonly holder: string;
  readonly nextIn: number;
}

/**
 * The leases on hosts, over all runs and machines. One run, or host job of a run, holds a host at a time. The holder keeps the pace of the host, and the
 * next holder continues it. A holder that sees that another run wants its host releases it soon.
 */
export interface HostLeaseTable {
  /** In how many milliseconds a request may be sent; null while another run holds the lease. That run then sees that the host is wanted. */
  acquire(host: string, holder: string): Promise<number | null>;
  /** Renews leases. Returns those that are still held, and whether another run wants them. */
  renew(
    leases: readonly HostLease[],
  ): Promise<readonly (Pick<HostLease, 'host' | 'holder'> & { isWanted: boolean })[]>;
  /** Releases hosts to the runs that wait for them. */
  release(leases: readonly HostLease[]): Promise<void>;
}

export function hostLeaseTable(database: Database): HostLeaseTable {
  return {
    acquire: (host, holder) =>
      database.write(async ({ db }) => {
        const { rows } = await sql<{ nextIn: number }>`
          insert into host_lease (host, holder, expires_at, next_at, wanted_until)
          values (${host}, ${holder}, ${databaseNow} + ${HOST_LEASE}, 0, 0)
          on conflict (host) do update set holder = excluded.holder, expires_at = excluded.expires_at,
              wanted_by = nullif(host_lease.wanted_by, excluded.holder)
            where host_lease.holder is null or host_lease.holder = excluded.holder or host_lease.expires_at < ${databaseNow}
          returning greatest(next_at - ${databaseNow}, 0) as "nextIn"`.execute(db);
        if (rows[0] !== undefined) return rows[0].nextIn;
        await sql`update host_lease set wanted_by = ${holder}, wanted_until = ${databaseNow} + ${WANTED_FOR}
          where host = ${host} and (wanted_by is null or wanted_by = ${holder} or wanted_until < ${databaseNow})`.execute(
          db,
        );
        return null;
      }),
    renew: async (leases) => {
      if (leases.length === 0) return [];
      return database.statement(async (db) => {
        const { rows } = await sql<{ host: string; holder: string; isWanted: boolean }>`
          update host_lease set expires_at = ${databaseNow} + ${HOST_LEASE}, next_at = ${databaseNow} + given.next_in
          from ${given(leases)} where host_lease.host = given.host and host_lease.holder = given.holder
          returning host_lease.host, host_lease.holder,
            wanted_by is not null and wanted_until > ${databaseNow} as "isWanted"`.execute(db);
        return rows;
      });
    },
    release: async (leases) => {
      if (leases.length === 0) return;
      await database.statement(async (db) => {
        await sql`update host_lease set next_at = ${databaseNow} + given.next_in,
            holder = case when wanted_until > ${databaseNow} then wanted_by end,
            expires_at = ${databaseNow} + ${HOST_LEASE}, wanted_by = null, wanted_until = 0
          from ${given(leases)} where host_lease.host = given.host and host_lease.holder = given.holder`.execute(
          db,
        );
      });
    },
  };
}

/** Sorted, so that two renewals do not deadlock. */
function given(leases: readonly HostLease[]): RawBuilder<unknown> {
  const sorted = leases.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  const waits = sorted.map(({ nextIn }) => Math.max(0, Math.ceil(nextIn)));
  return sql`unnest(${sorted.map(({ host }) => host)}::text[], ${sorted.map(({ holder }) => holder)}::text[],
    ${waits}::bigint[]) as given (host, holder, next_in)`;
}
