import { type Kysely, sql, type Transaction } from 'kysely';
import type { BulkCopy, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { integer, orNull, type RowOf, table, textOf } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import type { PageChangeKind, PageChanges } from './page-changes.ts';
import type { RenamedPage } from './records.ts';

/** What happened to a page: the rows of the change feed (B8). */
export const pageChangeTable = table(
  'page_change',
  {
    id: integer,
    project_id: integer,
    run_id: integer,
    page_id: integer,
    kind: textOf<PageChangeKind>(),
    at: integer,
    /** Its place in the feed; null until it gets one (see `page-change.ts`). */
    place: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX page_change_place ON page_change (place) WHERE place IS NOT NULL',
      'INDEX page_change_waiting ON page_change (run_id, at, id) WHERE place IS NULL',
    ],
    takesIds: true,
  },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly page_change: RowOf<typeof pageChangeTable>;
  }
}

async function restoredPlaces(db: Kysely<Tables>): Promise<readonly number[]> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'feed_restores')
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.value) as readonly number[]);
}

/** Called when a backup has become this database. */
export async function noteRestore(db: Transaction<Tables>): Promise<void> {
  const block = await db
    .selectFrom('id_block')
    .select('next')
    .where('name', '=', 'change_place')
    .executeTakeFirst();
  const places = [...(await restoredPlaces(db)), (block?.next ?? 1) - 1];
  const value = JSON.stringify(places);
  await db
    .insertInto('meta')
    .values({ key: 'feed_restores', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** What may be a change. */
interface ChangeCandidate {
  readonly pageId: number;
  readonly at: number;
  readonly flag: string;
}

/** Whether a page that is the same was gone before, only the database knows; those in `unchanged` were not. */
export function changeCandidates({ visits }: Pick<CrawlCommit, 'visits'>): readonly ChangeCandidate[] {
  return visits.flatMap(({ pageId, at, flag }) =>
    flag === null || flag === 'ERR' ? [] : [{ pageId, at, flag }],
  );
}

const noteChange: BulkCopy = {
  kind: 'copy',
  table: 'page_change',
  given: { id: 'integer', run_id: 'integer', page_id: 'integer', at: 'integer', flag: 'text' },
  columns: {
    id: 'given.id',
    project_id: 'page.project_id',
    run_id: 'given.run_id',
    page_id: 'page.id',
    kind: "CASE given.flag WHEN 'NEW' THEN 'new' WHEN 'UPD' THEN 'updated' WHEN 'MIS' THEN 'gone' ELSE 'back' END",
    at: 'given.at',
  },
  join: `JOIN page ON page.id = given.page_id AND (given.flag IN ('NEW', 'UPD')
    OR given.flag = 'MIS' AND page.missing_since IS NULL
    OR given.flag = 'SAM' AND page.missing_since IS NOT NULL)`,
};

/** Called before the pages leave the frontier: then nobody knows any more that they were missing. */
export async function noteChanges(
  writing: RowWriting,
  runId: number,
  candidates: readonly ChangeCandidate[],
  firstId: number,
): Promise<void> {
  await writing.bulk(
    noteChange,
    candidates.map(({ pageId, at, flag }, number) => [firstId + number, runId, pageId, at, flag]),
  );
}

const noteMerge: BulkCopy = {
  kind: 'copy',
  table: 'page_change',
  given: { id: 'integer', run_id: 'integer', page_id: 'integer' },
  columns: {
    id: 'given.id',
    project_id: 'page.project_id',
    run_id: 'given.run_id',
    page_id: 'page.id',
    kind: "'merged'",
    at: 'good.at',
  },
  join: `JOIN page ON page.id = given.page_id AND page.superseded_by IS NOT NULL
    JOIN visit AS good ON good.run_id = page.good_run_id AND good.page_id = page.id`,
};

/** Called when renamed pages have their new names. A page that was never read was never told of. */
export async function noteMerged(
  writing: RowWriting,
  runId: number,
  renamed: readonly RenamedPage[],
  firstId: number,
): Promise<void> {
  await writing.bulk(
    noteMerge,
    renamed.map(({ pageId }, number) => [firstId + number, runId, pageId]),
  );
}

/** SQL has no empty list. */
const NO_PROJECT = 0;

/** Rows that get their places in one transaction. */
const STEP = 10_000;

/**
 * Rows that are committed side by side have no order of their own: the ids of a sequence are given out before the commit, so that a
 * reader may see 8 before 7, read on after 8, and never see 7. Places are given out after the commit, by one process at a time: who
 * changes the row of `change_place` waits until the one before has committed, and only sees rows whose commit is done.
 */
async function orderStep(database: Database): Promise<void> {
  await database.write(async ({ db }) => {
    const next = await takeIds(db, 'change_place', 0);
    const placed = await sql<{ id: number }>`UPDATE page_change SET place = numbered.place
      FROM (SELECT id, ${sql.lit(next - 1)} + row_number() OVER (ORDER BY run_id, at, id) AS place
        FROM (SELECT id, run_id, at FROM page_change WHERE place IS NULL
          ORDER BY run_id, at, id LIMIT ${sql.lit(STEP)}) AS waiting) AS numbered
      WHERE page_change.id = numbered.id RETURNING page_change.id`.execute(db);
    if (placed.rows.length > 0) await takeIds(db, 'change_place', placed.rows.length);
  });
}

function isWaiting(database: Database): Promise<boolean> {
  return database.read(async (db) => {
    const query = db.selectFrom('page_change').select('id').where('place', 'is', null).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  });
}

export function pageChanges(database: Database): PageChanges {
  return {
    async order() {
      // Most of the time nothing waits, and who only asks need not write.
      while (await isWaiting(database)) await orderStep(database);
    },
    cursorKey: () =>
      database.read(async (db) => {
        const { value } = await db
          .selectFrom('meta')
          .select('value')
          .where('key', '=', 'feed_key')
          .executeTakeFirstOrThrow();
        return Buffer.from(value, 'base64url');
      }),
    restores: () => database.read(restoredPlaces),
    after: (place, { limit, projectIds }) =>
      database.read(async (db) => {
        // Read first: what gets a place after this is for the next part, also when its row is seen already.
        const { next } = await db
          .selectFrom('id_block')
          .select('next')
          .where('name', '=', 'change_place')
          .executeTakeFirstOrThrow();
        const changes = await db
          .selectFrom('page_change as change')
          .innerJoin('project', 'project.id', 'change.project_id')
          .innerJoin('run', 'run.id', 'change.run_id')
          .innerJoin('page', 'page.id', 'change.page_id')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'change.run_id').onRef('visit.page_id', '=', 'change.page_id'),
          )
          .select((row) => [row.ref('change.place').$notNull().as('place'), 'change.kind', 'change.at'])
          .select(['project.name as project', 'run.number as run', 'page.id as pageId', 'page.url'])
          .select(['page.identity', 'visit.type', 'visit.bytes', 'visit.sha256'])
          .select('page.superseded_by as mergedInto')
          .where('change.place', '>', place)
          .where('change.place', '<', next)
          .$if(projectIds !== null, (query) =>
            query.where('change.project_id', 'in', [NO_PROJECT, ...(projectIds ?? [])]),
          )
          .orderBy('change.place')
          .limit(limit)
          .execute();
        const last = changes.at(-1);
        const upTo = changes.length < limit || last === undefined ? next - 1 : last.place;
        return {
          changes: changes.map((change) => ({
            ...change,
            mergedInto: change.kind === 'merged' ? change.mergedInto : null,
          })),
          upTo,
          end: next - 1,
        };
      }),
  };
}
