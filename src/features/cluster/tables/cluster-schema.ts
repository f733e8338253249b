import { sql } from 'kysely';
import type { Migration } from '../../../database/database.ts';

/** Machines that work on runs, and the runs that were handed to them. */
export const createCluster: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('node')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('wanted', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .addColumn('runs', integer, (column) => column.notNull())
    .addColumn('load', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('handed_run')
    .addColumn('job_id', text, (column) => column.primaryKey())
    .addColumn('project', text, (column) => column.notNull())
    .addColumn('request', text, (column) => column.notNull())
    .addColumn('handed_at', integer, (column) => column.notNull())
    .addColumn('node_id', text)
    .addColumn('finished_before', integer)
    .addColumn('run_number', integer)
    .addColumn('batch', integer, (column) => column.notNull())
    .addColumn('report', text)
    .addColumn('pause_reason', text)
    .addColumn('ending', text)
    .addColumn('ended_at', integer)
    .execute();
};

/** What each node has done, for those who watch the cluster. */
export const addNodeWork: Migration = async (db, { text }) => {
  await db.schema.alterTable('node').addColumn('work', text).execute();
};

/** One run of a project at a time is handed over, and it is found by its project. */
export const indexHandedRuns: Migration = async (db) => {
  await db.schema.createIndex('handed_run_of_project').on('handed_run').column('project').execute();
  await db.schema
    .createIndex('open_handed_run')
    .unique()
    .on('handed_run')
    .column('project')
    .where(sql.ref('ending'), 'is', null)
    .execute();
};
