import type { InferResult, Kysely, Selectable } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import type { ItemOf } from '../../database/store.ts';
import { bytes, insertInto, integer, orNull, type RowOf, table, text } from '../../database/table.ts';

const facts = {
  /** Null when the listing does not say. */
  size: orNull(integer),
  modified_at: orNull(integer),
  /** The precision of that time, in milliseconds. */
  modified_unit: orNull(integer),
  /** `algorithm:hex`. */
  hash: orNull(text),
  listed_at: integer,
};

/** How the good version of a file was listed, for protocols that list before they fetch. */
export const listedFileTable = table('listed_file', { page_id: integer, ...facts }, { key: ['page_id'] });

/** How the unfinished run of a project has listed the files that it queues, by identity: a new file gets its id only with its page. */
export const queuedFileTable = table(
  'queued_file',
  { project_id: integer, identity_hash: bytes, ...facts },
  { key: ['project_id', 'identity_hash'], backup: false, since: 2 },
);

const replaceFacts = `DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
     modified_unit = excluded.modified_unit, hash = excluded.hash, listed_at = excluded.listed_at`;
const keepFile = insertInto(listedFileTable, { conflict: `ON CONFLICT (page_id) ${replaceFacts}` });
const keepQueuedFile = insertInto(queuedFileTable, {
  conflict: `ON CONFLICT (project_id, identity_hash) ${replaceFacts}`,
});

interface Facts {
  readonly size: number | null;
  /** `unit` is the precision. Both are in milliseconds. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  readonly hash: string | null;
  readonly listedAt: number;
}

/** How a file was listed when its good version was fetched. */
export interface ListedFile extends Facts {
  readonly pageId: number;
}

/** How a run has listed a file that it queues. */
export interface QueuedFile extends Facts {
  readonly identityHash: Uint8Array;
}

const rowOf = ({ size, modified, hash, listedAt }: Facts) => [
  size,
  modified?.at ?? null,
  modified?.unit ?? null,
  hash,
  listedAt,
];

export async function keepListed(writing: RowWriting, files: readonly ListedFile[]): Promise<void> {
  await writing.bulk(
    keepFile,
    files.map((file) => [file.pageId, ...rowOf(file)]),
  );
}

export async function keepQueuedFiles(
  writing: RowWriting,
  projectId: number,
  files: readonly QueuedFile[],
): Promise<void> {
  await writing.bulk(
    keepQueuedFile,
    files.map((file) => [projectId, file.identityHash, ...rowOf(file)]),
  );
}

type FactsRow = Selectable<Pick<RowOf<typeof listedFileTable>, keyof typeof facts>>;

function toFacts(row: FactsRow): Facts {
  const { size, modified_at: at, modified_unit: unit, hash, listed_at: listedAt } = row;
  return { size, modified: modifiedAt(at, unit), hash, listedAt };
}

const modifiedAt = (at: number | null, unit: number | null): Facts['modified'] =>
  at === null || unit === null ? null : { at, unit };

/** One row for each file: three queries, and a look-up in memory, took most of the time of an unchanged visit. */
const storedFiles = (db: Kysely<Tables>, projectId: number) =>
  db
    .selectFrom('page')
    .leftJoin('visit', (join) =>
      join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
    )
    .leftJoin('listed_file', 'listed_file.page_id', 'page.id')
    .select(['page.id', 'page.url', 'page.run_id', 'page.queued'])
    .select(['page.version_run_id', 'page.last_flag', 'page.samples', 'page.due_at'])
    .select(['visit.at', 'visit.type', 'visit.bytes'])
    .select(['listed_file.size', 'listed_file.modified_at', 'listed_file.modified_unit'])
    .select(['listed_file.hash', 'listed_file.listed_at'])
    .where('page.project_id', '=', projectId)
    .where('page.superseded_by', 'is', null);

/** Names each field: to copy rows of 14 columns took a quarter of the time of the main thread. */
function toStored(row: InferResult<ReturnType<typeof storedFiles>>[number]) {
  const { id, url, at, type, bytes, samples, size, hash, listed_at: listedAt } = row;
  return {
    id,
    url,
    /** The last run that queued or visited it. */
    runId: row.run_id,
    isQueued: row.queued === 1,
    /** Null when there was no good visit yet. */
    lastGood: at === null || row.version_run_id === null ? null : { at, type, bytes },
    lastFlag: row.last_flag,
    samples,
    dueAt: row.due_at,
    /** Null when not known. */
    listed:
      listedAt === null
        ? null
        : { pageId: id, size, modified: modifiedAt(row.modified_at, row.modified_unit), hash, listedAt },
  };
}

/** How files were listed. */
export function listings(database: Database) {
  return {
    /** The known ones among the pages, in no particular order. */
    find: (pageIds: readonly number[]): Promise<readonly ListedFile[]> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('listed_file')
          .selectAll()
          .where('page_id', 'in', [...pageIds])
          .execute();
        return rows.map((row) => ({ pageId: row.page_id, ...toFacts(row) }));
      }),
    /** How the unfinished run has listed them, in no particular order; files that it has not listed are left out. */
    queued: (pageIds: readonly number[]): Promise<readonly ListedFile[]> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .innerJoin('queued_file', (join) =>
            join
              .onRef('queued_file.project_id', '=', 'page.project_id')
              .onRef('queued_file.identity_hash', '=', 'page.identity_hash'),
          )
          .selectAll('queued_file')
          .select('page.id')
          .where('page.id', 'in', [...pageIds])
          .execute();
        return rows.map((row) => ({ pageId: row.id, ...toFacts(row) }));
      }),
    /** Called before a run lists, and when it is finished. */
    forgetQueued: (projectId: number): Promise<void> =>
      database.write(async ({ db }) => {
        await db.deleteFrom('queued_file').where('project_id', '=', projectId).execute();
      }),
    /** The files of a project among these, in no particular order. */
    known: (projectId: number, identityHashes: readonly Uint8Array[]) =>
      database.read(async (db) => {
        if (identityHashes.length === 0) return [];
        const rows = await storedFiles(db, projectId)
          .where('page.identity_hash', 'in', [...identityHashes])
          .execute();
        return rows.map(toStored);
      }),
    /** Every file of a project after the given id, in the order of ids; with `exceptRun`, without those that this run has queued or visited. */
    stored: (
      projectId: number,
      { after, limit, exceptRun = null }: { after: number; limit: number; exceptRun?: number | null },
    ) =>
      database.read(async (db) => {
        const rows = await storedFiles(db, projectId)
          .where('page.id', '>', after)
          .$if(exceptRun !== null, (query) => query.where('page.run_id', '<>', exceptRun))
          .orderBy('page.id')
          .limit(limit)
          .execute();
        return rows.map(toStored);
      }),
  };
}

type Listings = ReturnType<typeof listings>;
/** A file of earlier runs, with everything that a new listing is compared with. */
export type StoredFile = ItemOf<Listings['known']>;
