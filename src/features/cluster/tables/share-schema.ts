import { sql } from 'kysely';
import type { Migration } from '../../../database/database.ts';

/** To count what is not taken: taken offers stay until the run ends. On one machine there are none. */
export const indexOffers: Migration = async (db, { isShared }) => {
  if (isShared) await sql`CREATE INDEX offer_waiting ON offer (run_id) WHERE taken = 0`.execute(db);
};

/** Runs that several workers visit together, host by host. */
export const createShares: Migration = async (db, { integer, text, bytes, isShared }) => {
  await db.schema.alterTable('handed_run').addColumn('shared_run', integer).execute();
  await db.schema.alterTable('handed_run').addColumn('open_shares', integer).execute();
  await db.schema
    .alterTable('handed_run')
    .addColumn('granted', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('share')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('job_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('resume_at', integer)
    .addPrimaryKeyConstraint('share_key', ['run_id', 'host'])
    .execute();
  await db.schema
    .createTable('share_work')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('batch', integer, (column) => column.notNull())
    .addColumn('saved_state', text)
    .addColumn('granted', integer, (column) => column.notNull())
    .addColumn('pages', integer, (column) => column.notNull())
    .addColumn('errors', integer, (column) => column.notNull())
    .addColumn('left_out', integer, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('queued', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('share_work_key', ['run_id', 'host'])
    .execute();
  await db.schema
    .createTable('share_left_out')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('example_url', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('share_left_out_key', ['run_id', 'host', 'reason'])
    .execute();
  await db.schema
    .createTable('offer')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('url_hash', bytes, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('depth', integer, (column) => column.notNull())
    .addColumn('found_on', integer)
    .addColumn('taken', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('offer_key', ['run_id', 'host', 'url_hash'])
    .execute();
  await db.schema
    .createTable('host_hold')
    .addColumn('host', text, (column) => column.primaryKey())
    .addColumn('holder', text)
    .addColumn('held_until', integer, (column) => column.notNull())
    .addColumn('next_at', integer, (column) => column.notNull())
    .addColumn('wanted_by', text)
    .addColumn('wanted_until', integer, (column) => column.notNull())
    .execute();
  // Who begins with a share reads the pages of its host. On one machine nobody does, and an index would only cost.
  if (isShared)
    await db.schema.createIndex('page_of_host').on('page').columns(['project_id', 'host', 'id']).execute();
};
