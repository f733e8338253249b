import type { Database } from '../../../database/database.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
import { integer, type RowOf, table, text } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { ReadMarks } from './read-marks.ts';

/** How far somebody has read what the runs of a project told. */
export const readMarkTable = table(
  'read_mark',
  {
    reader: text,
    project_id: integer,
    run_number: integer,
  },
  { key: ['reader', 'project_id'], indexes: ['INDEX read_mark_of_project ON read_mark (project_id)'] },
);

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly read_mark: RowOf<typeof readMarkTable>;
  }
}

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

export const reportsPart: StorePart = {
  name: 'reports',
  version: 1,
  tables: [readMarkTable],
  assemble: ({ database }) => ({ readMarks: readMarks(database) }),
  calls: {
    readMarks: { of: 'here', set: 'writer' },
  } satisfies CallPlaces<'readMarks'>,
};
