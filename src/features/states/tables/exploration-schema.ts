import type { Migration } from '../../../database/database.ts';

/** What an exploration told at its end. */
export const createExploredNews: Migration = async (db, { integer, bytes }) => {
  await db.schema
    .createTable('explored_news')
    .addColumn('exploration_id', integer, (column) => column.primaryKey())
    .addColumn('news', bytes, (column) => column.notNull())
    .addColumn('results', bytes)
    .execute();
};

export const createExploration: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('exploration')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('ended_at', integer)
    .addColumn('ending', text)
    .addUniqueConstraint('exploration_number', ['project_id', 'number'])
    .execute();
  await db.schema
    .createTable('explored_state')
    .addColumn('exploration_id', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('depth', integer, (column) => column.notNull())
    .addColumn('distances', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('explored_state_key', ['exploration_id', 'number'])
    .execute();
  await db.schema
    .createTable('explored_content')
    .addColumn('exploration_id', integer, (column) => column.notNull())
    .addColumn('state_number', integer, (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('sha256', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('explored_content_key', ['exploration_id', 'state_number', 'part'])
    .execute();
  await db.schema
    .createTable('tried_action')
    .addColumn('exploration_id', integer, (column) => column.notNull())
    .addColumn('place', integer, (column) => column.notNull())
    .addColumn('from_state', integer, (column) => column.notNull())
    .addColumn('candidate', integer, (column) => column.notNull())
    .addColumn('transition', text)
    .addColumn('failure', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('tried_action_key', ['exploration_id', 'place'])
    .addUniqueConstraint('tried_action_once', ['exploration_id', 'from_state', 'candidate'])
    .execute();
  await db.insertInto('id_block').values({ name: 'exploration', next: 1 }).execute();
};
