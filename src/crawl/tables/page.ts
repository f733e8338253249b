import { type Kysely, sql } from 'kysely';
import type { BulkUpdate, Database, Migration, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { Flag } from '../../track/index.ts';
import type { KnownPage, ListedPage, PageOrigin, RenamedPage } from './records.ts';

/** A page of a project. The frontier is this table: the rows whose `queued` is 1. */
interface PageTable {
  readonly id: number;
  readonly project_id: number;
  readonly identity: string;
  readonly identity_hash: Uint8Array;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly found_on: number | null;
  readonly link_kind: string;
  /** The last run that queued it. */
  readonly run_id: number;
  readonly queued: 0 | 1;
  /** The last run whose visit was good: the key of the version that the next visit is compared with. */
  readonly good_run_id: number | null;
  /** The run that brought that version: a visit that finds the page unchanged keeps it. */
  readonly version_run_id: number | null;
  /** Of the last visit. */
  readonly last_flag: Flag | null;
  /** The time before each visit and whether it found a change, packed by `track`. */
  readonly samples: Uint8Array | null;
  /** When the next visit is worthwhile; null when not known yet. */
  readonly due_at: number | null;
  /** The first runs that found it missing, or in error, since it was last good; null when none did. */
  readonly missing_since: number | null;
  readonly failing_since: number | null;
  /** The page that this one turned out to be, after volatile parts of its URL were learned. */
  readonly superseded_by: number | null;
}

declare module '../../database/schema.ts' {
  interface Tables {
    readonly page: PageTable;
  }
}

interface PageListing {
  /** The id of the last page of the previous part. */
  readonly after?: number;
  readonly limit: number;
  /** `good` (default): pages with a good visit. `all`: also those that never had one. */
  readonly which?: 'good' | 'all';
}

export interface Pages {
  /** In the order of discovery. */
  list(projectId: number, listing: PageListing): Promise<readonly ListedPage[]>;
  /** Every page of earlier runs, in the order of ids, after the given one: what the next run visits again. */
  known(projectId: number, part: { after: number; limit: number }): Promise<readonly KnownPage[]>;
  /** By id, by identity hash (16 bytes), or by exact fetch URL or identity. */
  find(projectId: number, name: number | Uint8Array | string): Promise<ListedPage | null>;
  /** When the first of a project's pages is likely to have changed (B13); null when no page says so yet. */
  firstDueAt(projectId: number): Promise<number | null>;
  /** How the newest run that queued the page found it; null when there is no such page. */
  origin(pageId: number): Promise<PageOrigin | null>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly pages: Pages;
  }
}

export const createPage: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('page')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('identity', text, (column) => column.notNull())
    .addColumn('identity_hash', bytes, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('depth', integer, (column) => column.notNull())
    .addColumn('found_on', integer)
    .addColumn('link_kind', text, (column) => column.notNull())
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('queued', integer, (column) => column.notNull())
    .addColumn('good_run_id', integer)
    .execute();
  await db.schema
    .createIndex('page_identity')
    .on('page')
    .columns(['project_id', 'identity_hash'])
    .unique()
    .execute();
  await db.schema
    .createIndex('page_frontier')
    .on('page')
    .columns(['run_id', 'host', 'depth', 'id'])
    .where(sql<boolean>`queued = 1`)
    .execute();
  // For listings, and for reading a run's hashes without walking the pages of other projects.
  await db.schema.createIndex('page_of_project').on('page').columns(['project_id', 'id']).execute();
};

export const trackPages: Migration = async (db, { integer, text, bytes }) => {
  const columns = {
    version_run_id: integer,
    last_flag: text,
    samples: bytes,
    due_at: integer,
    superseded_by: integer,
  };
  for (const [name, type] of Object.entries(columns)) {
    await db.schema.alterTable('page').addColumn(name, type).execute();
  }
  await db
    .updateTable('page')
    .set((page) => ({ version_run_id: page.ref('good_run_id') }))
    .execute();
};

/** There are few of them, and totals of runs leave them out. */
export const indexSuperseded: Migration = async (db) => {
  await sql`CREATE INDEX page_superseded ON page (project_id, id) WHERE superseded_by IS NOT NULL`.execute(
    db,
  );
};

const rename: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', identity: 'text', identity_hash: 'bytes' },
  set: 'identity = given.identity, identity_hash = given.identity_hash',
  where: `page.id = given.id AND NOT EXISTS (SELECT 1 FROM page AS other
    WHERE other.project_id = page.project_id AND other.identity_hash = given.identity_hash)`,
};

/** A page takes over the place in the run's queue of another that turned out to be the same. */
const inheritPlace: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', project_id: 'integer', identity_hash: 'bytes', run_id: 'integer' },
  set: 'queued = 1, run_id = given.run_id',
  where: `page.project_id = given.project_id AND page.identity_hash = given.identity_hash
    AND page.id <> given.id AND page.run_id < given.run_id
    AND EXISTS (SELECT 1 FROM page AS other
      WHERE other.id = given.id AND other.run_id = given.run_id AND other.queued = 1)`,
};

const supersede: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', identity_hash: 'bytes' },
  set: `queued = 0, superseded_by = (SELECT other.id FROM page AS other
    WHERE other.project_id = page.project_id AND other.identity_hash = given.identity_hash)`,
  where: 'page.id = given.id AND page.identity_hash <> given.identity_hash',
};

/**
 * Gives pages the identities that follow from newly learned rules. When several get the same one, the first takes it and
 * supersedes the others, which keep their old identity; no link has it any more.
 */
export async function applyRenames(
  writing: RowWriting,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  renamed: readonly RenamedPage[],
): Promise<void> {
  const first = new Map<string, RenamedPage>();
  for (const page of renamed) if (!first.has(page.identity)) first.set(page.identity, page);
  await writing.bulk(
    rename,
    [...first.values()].map(({ pageId, identity, identityHash }) => [
      pageId,
      storableText(identity),
      identityHash,
    ]),
  );
  await writing.bulk(
    inheritPlace,
    renamed.map(({ pageId, identityHash }) => [pageId, projectId, identityHash, runId]),
  );
  await writing.bulk(
    supersede,
    renamed.map(({ pageId, identityHash }) => [pageId, identityHash]),
  );
}

/** Pages with the fields of their last good visit. */
const listed = (db: Kysely<Tables>) =>
  db
    .selectFrom('page')
    .leftJoin('visit', (join) =>
      join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
    )
    .select([
      'page.id',
      'page.url',
      'page.identity',
      'visit.status',
      'visit.type',
      'visit.bytes',
      'visit.sha256',
      'visit.at as visitedAt',
      'page.last_flag as lastFlag',
    ]);

/** With a host, only its pages are known. */
export function pages(database: Database, onlyHost: string | null = null): Pages {
  return {
    list: (projectId, { after = 0, limit, which = 'good' }) =>
      database.read((db) =>
        listed(db)
          .where('page.project_id', '=', projectId)
          .where('page.id', '>', after)
          .where('page.superseded_by', 'is', null)
          .$if(which === 'good', (query) => query.where('page.good_run_id', 'is not', null))
          .orderBy('page.id')
          .limit(limit)
          .execute(),
      ),
    known: (projectId, { after, limit }) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .leftJoin('alias', 'alias.page_id', 'page.id')
          .select(['page.id', 'page.identity', 'page.identity_hash as identityHash', 'page.url', 'page.host'])
          .select(['page.depth', 'page.link_kind as linkKind', 'page.due_at as dueAt'])
          .select(['page.found_on as foundOn', 'page.queued', 'page.run_id as runId'])
          .select(['page.good_run_id', 'page.last_flag as lastFlag', 'alias.agreements as aliasAgreements'])
          .where('page.project_id', '=', projectId)
          .$if(onlyHost !== null, (query) => query.where('page.host', '=', onlyHost ?? ''))
          .where('page.id', '>', after)
          .where('page.superseded_by', 'is', null)
          .orderBy('page.id')
          .limit(limit)
          .execute();
        return rows.map(({ good_run_id, queued, runId, ...page }) => ({
          ...page,
          isGood: good_run_id !== null,
          waitsIn: queued === 1 ? runId : null,
        }));
      }),
    find: (projectId, name) =>
      database.read(async (db) => {
        const query = listed(db).where('page.project_id', '=', projectId);
        const found =
          typeof name === 'string'
            ? query.where((row) => row.or([row('page.url', '=', name), row('page.identity', '=', name)]))
            : typeof name === 'number'
              ? query.where('page.id', '=', name)
              : query.where('page.identity_hash', '=', name);
        return (await found.orderBy('page.id').limit(1).executeTakeFirst()) ?? null;
      }),
    firstDueAt: (projectId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('page')
          .select((page) => page.fn.min('due_at').as('at'))
          .where('project_id', '=', projectId)
          .where('good_run_id', 'is not', null)
          .where('superseded_by', 'is', null)
          // What is missing or in error has a time from before, and would always be due.
          .where('last_flag', 'in', ['NEW', 'SAM', 'UPD'])
          .executeTakeFirst();
        return row?.at ?? null;
      }),
    origin: (pageId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('page')
          .leftJoin('page as other', 'other.id', 'page.found_on')
          .select(['page.depth', 'page.link_kind as linkKind', 'page.superseded_by as supersededBy'])
          .select(['other.id as otherId', 'other.url as otherUrl'])
          .where('page.id', '=', pageId)
          .executeTakeFirst();
        if (row === undefined) return null;
        const { depth, linkKind, supersededBy, otherId, otherUrl } = row;
        const foundOn = otherId === null || otherUrl === null ? null : { id: otherId, url: otherUrl };
        return { depth, linkKind, foundOn, supersededBy };
      }),
  };
}
