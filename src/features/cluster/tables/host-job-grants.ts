import type { Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { HostJobPlace } from './open-hosts.ts';

/** Pages in one grant: many for few questions, few so that no host job keeps what others could use. */
const MOST_GRANTED = 64;
const PART_GRANTED = 8;

/** Lets a host job visit some of the pages that the limit of its run leaves; 0 when none are left. `database` is fenced. */
export async function grantPages(
  database: Database,
  { handedId, runId, host }: HostJobPlace,
  limit: number,
): Promise<number> {
  return database.write(async ({ db }) => {
    const { granted } = await db
      .selectFrom('handed_run')
      .select('granted')
      .where('job_id', '=', handedId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const left = Math.max(0, limit - granted);
    const pages = Math.min(left, MOST_GRANTED, Math.ceil(left / PART_GRANTED));
    await db
      .updateTable('handed_run')
      .set({ granted: granted + pages })
      .where('job_id', '=', handedId)
      .execute();
    await db
      .updateTable('share_work')
      .set((row) => ({ granted: row('granted', '+', pages) }))
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
    return pages;
  });
}

/** Returns how many pages others may visit instead. */
export async function giveGrantBack(db: Transaction<Tables>, { runId, host }: HostJobPlace): Promise<number> {
  const { granted, pages } = await db
    .selectFrom('share_work')
    .select(['granted', 'pages'])
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .executeTakeFirstOrThrow();
  const unused = Math.max(0, granted - pages);
  if (unused > 0)
    await db
      .updateTable('share_work')
      .set({ granted: pages })
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
  return unused;
}
