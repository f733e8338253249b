import type {
  BulkDelete,
  BulkInsert,
  BulkUpdate,
  Database,
  Migration,
  RowWriting,
} from '../../database/database.ts';
import type { Aliases, AliasNews } from './aliases.ts';
import type { NewVisit } from './records.ts';

/** What a page shows, as a hash of text, links and images (E3). */
interface SignatureTable {
  readonly page_id: number;
  readonly project_id: number;
  readonly signature: Uint8Array;
}

/** A page that shows what another one shows (E3). */
interface AliasTable {
  readonly page_id: number;
  readonly project_id: number;
  readonly of_page_id: number;
  readonly since_run_id: number;
  /** How many visits in a row found both the same. */
  readonly agreements: number;
}

declare module '../../database/schema.ts' {
  interface Tables {
    readonly signature: SignatureTable;
    /** The same without what differs at every fetch, for pages that have such places. */
    readonly quiet_signature: SignatureTable;
    readonly alias: AliasTable;
  }
}

export const createAlias: Migration = async (db, { integer, bytes }) => {
  await db.schema
    .createTable('signature')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('signature', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('signature_of_project')
    .on('signature')
    .columns(['project_id', 'signature'])
    .execute();
  await db.schema
    .createTable('alias')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('of_page_id', integer, (column) => column.notNull())
    .addColumn('since_run_id', integer, (column) => column.notNull())
    .addColumn('agreements', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('alias_of_project').on('alias').column('project_id').execute();
};

export const createQuietSignature: Migration = async (db, { integer, bytes }) => {
  await db.schema
    .createTable('quiet_signature')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('signature', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('quiet_signature_of_project')
    .on('quiet_signature')
    .columns(['project_id', 'signature'])
    .execute();
};

const keepSignatureIn = (table: 'signature' | 'quiet_signature'): BulkInsert => ({
  kind: 'insert',
  table,
  given: { page_id: 'integer', project_id: 'integer', signature: 'bytes' },
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET signature = excluded.signature',
});
const keepSignature = keepSignatureIn('signature');
const keepQuietSignature = keepSignatureIn('quiet_signature');

export async function keepSignatures(
  writing: RowWriting,
  projectId: number,
  visits: readonly NewVisit[],
): Promise<void> {
  const rows = visits.flatMap(({ pageId, signature }) =>
    signature === null ? [] : [[pageId, projectId, signature]],
  );
  await writing.bulk(keepSignature, rows);
  const quiet = visits.flatMap(({ pageId, quietSignature }) =>
    quietSignature === null ? [] : [[pageId, projectId, quietSignature]],
  );
  await writing.bulk(keepQuietSignature, quiet);
}

const addAlias: BulkInsert = {
  kind: 'insert',
  table: 'alias',
  given: {
    page_id: 'integer',
    project_id: 'integer',
    of_page_id: 'integer',
    since_run_id: 'integer',
    agreements: 'integer',
  },
  conflict: `ON CONFLICT (page_id) DO UPDATE SET
     of_page_id = excluded.of_page_id, since_run_id = excluded.since_run_id, agreements = 0`,
};

const countAgreement: BulkUpdate = {
  kind: 'update',
  table: 'alias',
  given: { page_id: 'integer' },
  set: 'agreements = agreements + 1',
  where: 'alias.page_id = given.page_id',
};

const removeAlias: BulkDelete = {
  kind: 'delete',
  table: 'alias',
  key: 'page_id',
  given: { page_id: 'integer' },
  select: 'given.page_id',
  join: '',
};

export async function keepAliases(
  writing: RowWriting,
  projectId: number,
  runId: number,
  { found, agreed, parted }: AliasNews,
): Promise<void> {
  await writing.bulk(
    countAgreement,
    agreed.map((id) => [id]),
  );
  await writing.bulk(
    removeAlias,
    parted.map((id) => [id]),
  );
  await writing.bulk(
    addAlias,
    found.map(({ pageId, ofPageId }) => [pageId, projectId, ofPageId, runId, 0]),
  );
}

export function aliases(database: Database): Aliases {
  return {
    list: (projectId) =>
      database.read((db) =>
        db
          .selectFrom('alias')
          .innerJoin('page', 'page.id', 'alias.page_id')
          .innerJoin('page as original', 'original.id', 'alias.of_page_id')
          .select(['page.id as pageId', 'page.url', 'original.id as ofPageId', 'original.url as ofUrl'])
          .select(['alias.since_run_id as sinceRunId', 'alias.agreements'])
          .where('alias.project_id', '=', projectId)
          .orderBy('original.id')
          .orderBy('page.id')
          .execute(),
      ),
    sharedTexts: (projectId, { after, texts, of = 'signature' }) =>
      database.read((db) =>
        db
          .selectFrom((from) =>
            from
              .selectFrom(`${of} as signature`)
              .innerJoin('page', 'page.id', 'signature.page_id')
              .select('signature.signature')
              .where('signature.project_id', '=', projectId)
              .where('page.superseded_by', 'is', null)
              .$if(after !== null, (query) =>
                query.where('signature.signature', '>', after ?? new Uint8Array()),
              )
              .groupBy('signature.signature')
              .having((row) => row.fn.countAll<number>(), '>', 1)
              .orderBy('signature.signature')
              .limit(texts)
              .as('shared'),
          )
          .innerJoin(`${of} as signature`, (join) =>
            join
              .onRef('signature.signature', '=', 'shared.signature')
              .on('signature.project_id', '=', projectId),
          )
          .innerJoin('page', 'page.id', 'signature.page_id')
          .innerJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
          )
          .leftJoin('alias', 'alias.page_id', 'page.id')
          .select(['signature.signature', 'page.id as pageId', 'page.url', 'visit.sha256'])
          .select((row) => [
            row.ref('page.good_run_id').$notNull().as('goodRunId'),
            row.ref('page.version_run_id').$notNull().as('versionRunId'),
            'alias.of_page_id as aliasOf',
          ])
          .where('page.superseded_by', 'is', null)
          .orderBy('signature.signature')
          .orderBy('page.id')
          .execute(),
      ),
  };
}
