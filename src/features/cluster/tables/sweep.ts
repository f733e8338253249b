import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';

/** Runs that ended, nodes without a heartbeat and hosts that nobody asks are forgotten after this long, in milliseconds. */
const KEPT = { handedRun: 24 * 3_600_000, node: 3_600_000, host: 3_600_000 };

/** Removes what nobody needs any more, so that none of it grows for ever. */
export async function sweepCluster(database: Database): Promise<void> {
  await database.write(async ({ db }) => {
    await sql`delete from handed_run where ended_at < ${databaseNow} - ${KEPT.handedRun}`.execute(db);
    await sql`delete from node where seen_at < ${databaseNow} - ${KEPT.node}`.execute(db);
    // In order, as whoever keeps hosts does; those that are locked are in use.
    await sql`delete from host_hold where host in (
      select host from host_hold where greatest(held_until, next_at, wanted_until) < ${databaseNow} - ${KEPT.host}
      order by host for update skip locked)`.execute(db);
    for (const table of ['share', 'share_work', 'share_left_out', 'offer'])
      await sql`delete from ${sql.id(table)} where run_id not in (select id from run)`.execute(db);
  });
}
