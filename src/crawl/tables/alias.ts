import type { BulkDelete, BulkInsert, BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import { bytes, insertInto, integer, type RowOf, table } from '../../database/table.ts';
import type { AliasChanges, Aliases } from './aliases.ts';
import type { NewVisit } from './records.ts';

const signatureIn = (name: 'signature' | 'quiet_signature') =>
  table(
    name,
    { page_id: integer, project_id: integer, signature: bytes },
    { key: ['page_id'], indexes: [`INDEX ${name}_of_project ON ${name} (project_id, signature)`] },
  );

/** What a page shows, as a hash of text, links and images (E3). */
export const signatureTable = signatureIn('signature');
/** The same without what differs at every fetch, for pages that have such places. */
export const quietSignatureTable = signatureIn('quiet_signature');

/** A page that shows what another one shows (E3). */
export const aliasTable = table(
  'alias',
  {
    page_id: integer,
    project_id: integer,
    of_page_id: integer,
    since_run_id: integer,
    /** How many visits in a row found both the same. */
    agreements: integer,
  },
  { key: ['page_id'], indexes: ['INDEX alias_of_project ON alias (project_id)'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly signature: RowOf<typeof signatureTable>;
    readonly quiet_signature: RowOf<typeof quietSignatureTable>;
    readonly alias: RowOf<typeof aliasTable>;
  }
}

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

const addAlias = insertInto(aliasTable, {
  conflict: `ON CONFLICT (page_id) DO UPDATE SET
     of_page_id = excluded.of_page_id, since_run_id = excluded.since_run_id, agreements = 0`,
});

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
  { found, agreed, parted }: AliasChanges,
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
