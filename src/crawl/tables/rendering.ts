import { sql } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import { bytes, insertInto, integer, namesContent, orNull, type RowOf, table } from '../../database/table.ts';
import type { Renderings, VisitRendering } from './renderings.ts';

/** How a browser showed a page at a visit; no row where none did. */
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

declare module '../../database/schema.ts' {
  interface Tables {
    readonly rendering: RowOf<typeof renderingTable>;
  }
}

/** A page whose 304 was untrue is visited twice in a run. */
const insertRendering = insertInto(renderingTable, {
  conflict: 'ON CONFLICT (run_id, page_id) DO UPDATE SET times = excluded.times, picture = excluded.picture',
});

export async function keepRenderings(
  writing: RowWriting,
  runId: number,
  renderings: readonly (Omit<VisitRendering, 'picture'> & { readonly picture: Uint8Array | null })[],
): Promise<void> {
  await writing.bulk(
    insertRendering,
    renderings.map(({ pageId, times, picture }) => [runId, pageId, times, picture]),
  );
}

export function renderings(database: Database): Renderings {
  return {
    totals: (runId) =>
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
    urls: (projectId) =>
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
    find: (runId, pageId) =>
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
