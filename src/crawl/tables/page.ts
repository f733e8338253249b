import type { Kysely } from 'kysely';
import type { BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { bit, bytes, integer, orNull, type RowOf, table, text, textOf } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { Flag } from '../../track/index.ts';
import type { KnownPage, ListedPage, PageOrigin, RenamedPage } from './records.ts';

/** A page of a project. The frontier is this table: the rows whose `queued` is 1. */
export const pageTable = table(
  'page',
  {
    id: integer,
    project_id: integer,
    identity: text,
    identity_hash: bytes,
    url: text,
    host: text,
    depth: integer,
    found_on: orNull(integer),
    link_kind: text,
    /** The last run that queued it. */
    run_id: integer,
    queued: bit,
    /** The last run whose visit was good: the key of the version that the next visit is compared with. */
    good_run_id: orNull(integer),
    /** The run that brought that version: a visit that finds the page unchanged keeps it. */
    version_run_id: orNull(integer),
    /** Of the last visit. */
    last_flag: orNull(textOf<Flag>()),
    /** The time before each visit and whether it found a change, packed by `track`. */
    samples: orNull(bytes),
    /** When the next visit is worthwhile; null when not known yet. */
    due_at: orNull(integer),
    /** The first runs that found it missing, or in error, since it was last good; null when none did. */
    missing_since: orNull(integer),
    failing_since: orNull(integer),
    /** The page that this one turned out to be, after volatile parts of its URL were learned. */
    superseded_by: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX page_identity ON page (project_id, identity_hash)',
      'INDEX page_frontier ON page (run_id, host, depth, id) WHERE queued = 1',
      // For listings, and for reading a run's hashes without walking the pages of other projects.
      'INDEX page_of_project ON page (project_id, id)',
      // There are few of them, and totals of runs leave them out.
      'INDEX page_superseded ON page (project_id, id) WHERE superseded_by IS NOT NULL',
    ],
    takesIds: true,
  },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly page: RowOf<typeof pageTable>;
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
