import type { Kysely } from 'kysely';
import type { BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import type { ItemOf } from '../../database/store.ts';
import { bit, bytes, integer, orNull, type RecordOf, table, text, textOf } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { Flag } from '../../track/index.ts';

/** A page of a project. The frontier is this table: the rows whose `queued` is 1. */
export const pageTable = table(
  'page',
  {
    id: integer,
    project_id: integer,
    identity: text,
    /** 16 bytes. Two pages of a project are the same page exactly when these are equal. */
    identity_hash: bytes,
    url: text,
    host: text,
    depth: integer,
    /** The page that linked to it; null for a start URL. */
    found_on: orNull(integer),
    link_kind: text,
    /** The last run that queued it. */
    run_id: integer,
    queued: bit,
    /** The last run whose visit was good: the key of the version that the next visit is compared with. */
    good_run_id: orNull(integer),
    /** The run that brought that version: a visit that finds the page unchanged keeps it. */
    version_run_id: orNull(integer),
    /** The flag of the last visit. */
    last_flag: orNull(textOf<Flag>()),
    /** The time before each visit and whether it found a change, packed by `track`. */
    samples: orNull(bytes),
    /** When the next visit is worthwhile; null when it is not known yet. */
    due_at: orNull(integer),
    /** The first run that found it missing, or in error, since it was last good; null when none did. */
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
      // For listings, and for reading a run's hashes without scanning the pages of other projects.
      'INDEX page_of_project ON page (project_id, id)',
      // There are few superseded pages, and totals of runs exclude them.
      'INDEX page_superseded ON page (project_id, id) WHERE superseded_by IS NOT NULL',
    ],
    takesIds: true,
  },
);

/** A link to visit. A page is queued at most once per run: later links to it change nothing. */
export type DiscoveredPage = Pick<
  RecordOf<typeof pageTable>,
  'identity' | 'identityHash' | 'url' | 'host' | 'depth' | 'foundOn' | 'linkKind'
>;

/**
 * A new identity for a page, after volatile parts of its URL were learned. When another page has that identity already,
 * this one is superseded by it.
 */
export interface RenamedPage extends Pick<DiscoveredPage, 'identity' | 'identityHash'> {
  readonly pageId: number;
}

const rename: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', identity: 'text', identity_hash: 'bytes' },
  set: 'identity = given.identity, identity_hash = given.identity_hash',
  where: `page.id = given.id AND NOT EXISTS (SELECT 1 FROM page AS other
    WHERE other.project_id = page.project_id AND other.identity_hash = given.identity_hash)`,
};

/** A page takes over the queue position of another that turned out to be the same. */
const inheritPosition: BulkUpdate = {
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
 * supersedes the others, which keep their old identity; links no longer have that one.
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
    inheritPosition,
    renamed.map(({ pageId, identityHash }) => [pageId, projectId, identityHash, runId]),
  );
  await writing.bulk(
    supersede,
    renamed.map(({ pageId, identityHash }) => [pageId, identityHash]),
  );
}

/** Pages with the fields of their last good visit, which are null when there was none. `lastFlag` is of the last visit, good or not. */
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

/** With a host, only its pages are read. */
export function pages(database: Database, onlyHost: string | null = null) {
  return {
    /** In the order of discovery, after the given page. `good`: pages with a good visit; `all`: also those that never had one. */
    list: (
      projectId: number,
      { after = 0, limit, which = 'good' }: { after?: number; limit: number; which?: 'good' | 'all' },
    ) =>
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
    /** Every page of earlier runs after the given id, in the order of ids: the next run visits them again. */
    known: (projectId: number, { after, limit }: { after: number; limit: number }) =>
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
          /** Whether it has a good version. */
          isGood: good_run_id !== null,
          /** The run whose queue contains it; null when none does. */
          waitsIn: queued === 1 ? runId : null,
        }));
      }),
    /** By id, by identity hash (16 bytes), or by exact fetch URL or identity. */
    find: (projectId: number, name: number | Uint8Array | string) =>
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
    /** When the first of a project's pages is likely to have changed; null when that is not known for any page. */
    firstDueAt: (projectId: number) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('page')
          .select((page) => page.fn.min('due_at').as('at'))
          .where('project_id', '=', projectId)
          .where('good_run_id', 'is not', null)
          .where('superseded_by', 'is', null)
          // Missing and failing pages keep an old time, and would always be due.
          .where('last_flag', 'in', ['NEW', 'SAM', 'UPD'])
          .executeTakeFirst();
        return row?.at ?? null;
      }),
    /** How the newest run that queued the page found it, and the page that superseded it; null when there is no such page. */
    origin: (pageId: number) =>
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

type Pages = ReturnType<typeof pages>;
export type ListedPage = ItemOf<Pages['list']>;
/** A page of earlier runs, as the next run reads it. */
export type KnownPage = ItemOf<Pages['known']>;
