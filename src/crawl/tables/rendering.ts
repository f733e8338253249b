import { sql } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import {
  bytes,
  insertInto,
  integer,
  namesContent,
  orNull,
  type RecordOf,
  table,
} from '../../database/table.ts';

/** How a browser rendered a page at a visit; there is no row when it did not. */
export const renderingTable = table(
  'rendering',
  {
    run_id: integer,
    page_id: integer,
    /** How often the page was rendered to be compared; 0 when only a picture was taken. */
    times: integer,
    /** The hash of the picture's content. */
    picture: orNull(namesContent(bytes)),
  },
  { key: ['run_id', 'page_id'] },
);

/** A page whose 304 was untrue is visited twice in a run, so the row may exist. */
const insertRendering = insertInto(renderingTable, {
  shared: ['run_id'],
  conflict: 'ON CONFLICT (run_id, page_id) DO UPDATE SET times = excluded.times, picture = excluded.picture',
});

/** How a browser rendered a page at a visit. A commit takes the picture as PNG, detaches its buffer, and stores its hash. */
export type VisitRendering = Omit<RecordOf<typeof renderingTable>, 'runId'>;

export const keepRenderings = (
  writing: RowWriting,
  runId: number,
  renderings: readonly VisitRendering[],
): Promise<void> => writing.bulk(insertRendering, insertRendering.rows(renderings, { runId }));

export function renderings(database: Database) {
  return {
    /** The number of pages that a run rendered, and of all renderings. */
    totals: (runId: number) =>
      database.read(async (db) => {
        const { pages, times } = await db
          .selectFrom('rendering')
          .select((row) => [
            row.fn.countAll<number>().as('pages'),
            sql<number>`cast(coalesce(sum(times), 0) as bigint)`.as('times'),
          ])
          .where('run_id', '=', runId)
          .where('times', '>', 0)
          .executeTakeFirstOrThrow();
        return { pages: Number(pages), times: Number(times) };
      }),
    /** The addresses of pages whose version was rendered: the next visit renders them again. */
    urls: (projectId: number) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .innerJoin('rendering', (join) =>
            join
              .onRef('rendering.run_id', '=', 'page.version_run_id')
              .onRef('rendering.page_id', '=', 'page.id'),
          )
          .select('page.url')
          .where('page.project_id', '=', projectId)
          .where('page.superseded_by', 'is', null)
          .where('rendering.times', '>', 0)
          .execute();
        return rows.map(({ url }) => url);
      }),
    /** `picture` is the hash of a content. Null when no browser rendered the page at that visit. */
    find: (runId: number, pageId: number) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('rendering')
          .select(['times', 'picture'])
          .where('run_id', '=', runId)
          .where('page_id', '=', pageId)
          .executeTakeFirst();
        return row ?? null;
      }),
  };
}
