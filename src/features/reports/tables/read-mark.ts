import type { Database } from '../../../database/database.ts';
import type { StorePart } from '../../../database/store-part.ts';
import { integer, type TablesOf, table, text } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';

/** How far a user has read the reports of a project's runs. */
const readMarkTable = table(
  'read_mark',
  {
    reader: text,
    project_id: integer,
    run_number: integer,
  },
  { key: ['reader', 'project_id'], indexes: ['INDEX read_mark_of_project ON read_mark (project_id)'] },
);

declare module '../../../database/store.ts' {
  interface Store {
    readonly readMarks: ReturnType<typeof readMarks>;
  }
}

function readMarks(database: Database) {
  return {
    /** The run numbers by project id; projects of which nothing was read are left out. */
    of: (reader: string) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('read_mark')
          .select(['project_id as projectId', 'run_number as run'])
          .where('reader', '=', storableText(reader))
          .execute();
        return new Map(rows.map(({ projectId, run }) => [Number(projectId), Number(run)]));
      }),
    /** Replaces older marks. A lower number is allowed, to undo a mark that was set by mistake. */
    set: (reader: string, marks: readonly { readonly projectId: number; readonly run: number }[]) =>
      database.write(async ({ db }) => {
        // Always in the same order, so that two writers never deadlock.
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

const tables = [readMarkTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const reportsPart: StorePart = {
  name: 'reports',
  version: 1,
  tables,
  assemble: ({ database }) => ({ readMarks: readMarks(database) }),
  writes: {
    readMarks: ['set'],
  },
};
