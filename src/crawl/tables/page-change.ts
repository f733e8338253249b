import { type Kysely, sql, type Transaction } from 'kysely';
import type { BulkCopy, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { integer, orNull, table, textOf } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import type { RenamedPage } from './page.ts';
import type { NewVisit } from './visit.ts';

/** What happened to a page. `back`: it was gone, and is back unchanged. `merged`: it turned out to be the same page as another one. */
type PageChangeKind = 'new' | 'updated' | 'gone' | 'back' | 'merged';

/** What happened to a page: the rows of the change feed. */
export const pageChangeTable = table(
  'page_change',
  {
    id: integer,
    project_id: integer,
    run_id: integer,
    page_id: integer,
    kind: textOf<PageChangeKind>(),
    at: integer,
    /** The position in the feed; null until it gets one (see `orderStep`). */
    position: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX page_change_position ON page_change (position) WHERE position IS NOT NULL',
      'INDEX page_change_waiting ON page_change (run_id, at, id) WHERE position IS NULL',
    ],
    takesIds: true,
  },
);

async function restoredPositions(db: Kysely<Tables>): Promise<readonly number[]> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'feed_restores')
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.value) as readonly number[]);
}

/** Called after a backup was restored into this database. */
export async function noteRestore(db: Transaction<Tables>): Promise<void> {
  const block = await db
    .selectFrom('id_block')
    .select('next')
    .where('name', '=', 'change_position')
    .executeTakeFirst();
  const positions = [...(await restoredPositions(db)), (block?.next ?? 1) - 1];
  const value = JSON.stringify(positions);
  await db
    .insertInto('meta')
    .values({ key: 'feed_restores', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** A visit that may be a change. */
interface ChangeCandidate {
  readonly pageId: number;
  readonly at: number;
  readonly flag: string;
}

/** Only the database knows whether an unchanged page was gone before; those in `unchanged` were not. */
export function changeCandidates(visits: readonly NewVisit[]): readonly ChangeCandidate[] {
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

/** Called before the pages leave the frontier, because that resets `missing_since`. */
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

/** Called after pages were renamed. A page that was never read was never reported. */
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

/** SQL does not allow an empty list. */
const NO_PROJECT = 0;

/** Most rows that get their positions in one transaction. */
const STEP = 10_000;

/**
 * Rows of concurrent commits have no order of their own: the ids of a sequence are assigned before the commit, so a
 * reader may see 8 before 7, continue after 8, and never see 7. Positions are assigned after the commit, by one process at a time: the row of
 * `change_position` is their lock.
 */
async function orderStep(database: Database): Promise<void> {
  await database.write(async ({ db }) => {
    const next = await takeIds(db, 'change_position', 0);
    const ordered = await sql<{ id: number }>`UPDATE page_change SET position = numbered.position
      FROM (SELECT id, ${sql.lit(next - 1)} + row_number() OVER (ORDER BY run_id, at, id) AS position
        FROM (SELECT id, run_id, at FROM page_change WHERE position IS NULL
          ORDER BY run_id, at, id LIMIT ${sql.lit(STEP)}) AS waiting) AS numbered
      WHERE page_change.id = numbered.id RETURNING page_change.id`.execute(db);
    if (ordered.rows.length > 0) await takeIds(db, 'change_position', ordered.rows.length);
  });
}

function isWaiting(database: Database): Promise<boolean> {
  return database.read(async (db) => {
    const query = db.selectFrom('page_change').select('id').where('position', 'is', null).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  });
}

/**
 * What happened to pages, in an order that never changes. Rows are written with their visits and get their positions later, in sequence: a position
 * never becomes visible before a smaller one, so a reader that continues after its last position gets every change once.
 */
export function pageChanges(database: Database) {
  return {
    /** Assigns positions to the rows committed so far. Call it before `after`, which returns only rows with a position. */
    async order(): Promise<void> {
      // Usually no row waits, and a reader need not write.
      while (await isWaiting(database)) await orderStep(database);
    },
    /** The key that hides positions from readers of the feed: their growth would reveal how much happens in projects that a reader may not see. */
    cursorKey: () =>
      database.read(async (db) => {
        const { value } = await db
          .selectFrom('meta')
          .select('value')
          .where('key', '=', 'feed_key')
          .executeTakeFirstOrThrow();
        return Buffer.from(value, 'base64url');
      }),
    /**
     * The last position of each backup from which this database was made, oldest first. Later changes of the database that was backed up are
     * not in this one: the same positions are other changes here.
     */
    restores: () => database.read(restoredPositions),
    /** The changes after a position, at most `limit`; of these projects, or of all with null. */
    after: (
      position: number,
      { limit, projectIds }: { readonly limit: number; readonly projectIds: readonly number[] | null },
    ) =>
      database.read(async (db) => {
        // Read first: rows that get a position after this belong to the next part, even when they are already visible.
        const { next } = await db
          .selectFrom('id_block')
          .select('next')
          .where('name', '=', 'change_position')
          .executeTakeFirstOrThrow();
        const changes = await db
          .selectFrom('page_change as change')
          .innerJoin('project', 'project.id', 'change.project_id')
          .innerJoin('run', 'run.id', 'change.run_id')
          .innerJoin('page', 'page.id', 'change.page_id')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'change.run_id').onRef('visit.page_id', '=', 'change.page_id'),
          )
          .select((row) => [row.ref('change.position').$notNull().as('position'), 'change.kind', 'change.at'])
          .select(['project.name as project', 'run.number as run', 'page.id as pageId', 'page.url'])
          .select(['page.identity', 'visit.type', 'visit.bytes', 'visit.sha256'])
          .select('page.superseded_by as mergedInto')
          .where('change.position', '>', position)
          .where('change.position', '<', next)
          .$if(projectIds !== null, (query) =>
            query.where('change.project_id', 'in', [NO_PROJECT, ...(projectIds ?? [])]),
          )
          .orderBy('change.position')
          .limit(limit)
          .execute();
        const last = changes.at(-1);
        /** The next part begins after this position: everything up to it has been read. */
        const upTo = changes.length < limit || last === undefined ? next - 1 : last.position;
        return {
          changes: changes.map((change) => ({
            ...change,
            /** The page it was merged into; null unless it was merged. */
            mergedInto: change.kind === 'merged' ? change.mergedInto : null,
          })),
          upTo,
          /** The last position that was assigned. A larger one belongs to a feed that was replaced by an older backup. */
          end: next - 1,
        };
      }),
  };
}
