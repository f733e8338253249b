import type { Database, Migration } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { ReadMarks } from './read-marks.ts';

/** How far somebody has read what the runs of a project told. */
interface ReadMarkTable {
  readonly reader: string;
  readonly project_id: number;
  readonly run_number: number;
}

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly read_mark: ReadMarkTable;
  }
}

export const createReadMark: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('read_mark')
    .addColumn('reader', text, (column) => column.notNull())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('run_number', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('read_mark_key', ['reader', 'project_id'])
    .execute();
  await db.schema.createIndex('read_mark_of_project').on('read_mark').column('project_id').execute();
};

export function readMarks(database: Database): ReadMarks {
  return {
    of: (reader) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('read_mark')
          .select(['project_id as projectId', 'run_number as run'])
          .where('reader', '=', storableText(reader))
          .execute();
        return new Map(rows.map(({ projectId, run }) => [Number(projectId), Number(run)]));
      }),
    set: (reader, marks) =>
      database.write(async ({ db }) => {
        // In one order everywhere, so that two writers never wait for each other.
        for (const { projectId, run } of marks.toSorted((a, b) => a.projectId - b.projectId))
          await db
            .insertInto('read_mark')
            .values({ reader: storableText(reader), project_id: projectId, run_number: run })
            .onConflict((conflict) =>
              conflict.columns(['reader', 'project_id']).doUpdateSet({ run_number: run }),
            )
            .execute();
      }),
  };
}
