import { sql } from 'kysely';
import type { Migration } from '../../../database/database.ts';

export const createCalibration: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('calibration_set')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('recommended', text)
    .execute();
  await db.schema
    .createTable('recorded_site')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('ended_at', integer)
    .addColumn('ending', text)
    .addPrimaryKeyConstraint('recorded_site_key', ['set_id', 'number'])
    .execute();
  await db.schema
    .createTable('recorded_state')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('site', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('taped', bytes, (column) => column.notNull())
    .addColumn('screenshot', bytes)
    .addPrimaryKeyConstraint('recorded_state_key', ['set_id', 'site', 'number'])
    .execute();
  await db.schema
    .createTable('recorded_try')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('site', integer, (column) => column.notNull())
    .addColumn('place', integer, (column) => column.notNull())
    .addColumn('taped', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('recorded_try_key', ['set_id', 'site', 'place'])
    .execute();
  await db.schema
    .createTable('calibration_verdict')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('judge', text, (column) => column.notNull())
    .addColumn('site', integer, (column) => column.notNull())
    .addColumn('one', integer, (column) => column.notNull())
    .addColumn('other', integer, (column) => column.notNull())
    .addColumn('verdict', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_verdict_key', ['set_id', 'judge', 'site', 'one', 'other'])
    .execute();
  await db.schema
    .createTable('calibration_point')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('setting', text, (column) => column.notNull())
    .addColumn('result', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_point_key', ['set_id', 'setting'])
    .execute();
  await db.insertInto('id_block').values({ name: 'calibration_set', next: 1 }).execute();
};

/** What several processes need to try settings together, and who may judge. */
export const shareCalibration: Migration = async (db, { integer, text }) => {
  await db.schema
    .alterTable('calibration_set')
    .addColumn('recorded', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('calibration_batch')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('until', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_batch_key', ['set_id', 'name'])
    .execute();
  await db.schema
    .createTable('calibration_judge')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_judge_key', ['set_id', 'user_id'])
    .execute();
};

/** What workers can help with. */
export const wantGrids: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('calibration_wish')
    .addColumn('set_id', integer, (column) => column.notNull())
    .addColumn('grid', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_wish_key', ['set_id', 'grid'])
    .execute();
};

/** Judges were known by name. A user who is newer than a verdict did not give it. */
export const keyJudgesByUser: Migration = async (db) => {
  await sql`UPDATE calibration_verdict SET judge = judge || '#' ||
      (SELECT cast(user_account.id AS text) FROM user_account WHERE user_account.name = calibration_verdict.judge)
    WHERE EXISTS (SELECT 1 FROM user_account
      WHERE user_account.name = calibration_verdict.judge AND user_account.created_at <= calibration_verdict.at)`.execute(
    db,
  );
};
