import type { BulkDelete, BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import type { ItemOf } from '../../database/store.ts';
import { bytes, insertInto, integer, table } from '../../database/table.ts';
import type { NewVisit } from './visit.ts';

const signatureIn = (name: 'signature' | 'quiet_signature') =>
  table(
    name,
    { page_id: integer, project_id: integer, signature: bytes },
    { key: ['page_id'], indexes: [`INDEX ${name}_of_project ON ${name} (project_id, signature)`] },
  );

/** The content of a page, as a hash of text, links and images. */
export const signatureTable = signatureIn('signature');
/** The same hash without the text that differs at every fetch, for pages that have such text. */
export const quietSignatureTable = signatureIn('quiet_signature');

/** A page with the same content as another one. */
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

const replace = {
  shared: ['project_id'],
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET signature = excluded.signature',
} as const;
const keepSignature = insertInto(signatureTable, replace);
const keepQuietSignature = insertInto(quietSignatureTable, replace);

export async function keepSignatures(
  writing: RowWriting,
  projectId: number,
  visits: readonly NewVisit[],
): Promise<void> {
  const signatures = visits.flatMap(({ pageId, signature }) =>
    signature === null ? [] : { pageId, signature },
  );
  await writing.bulk(keepSignature, keepSignature.rows(signatures, { projectId }));
  const quiet = visits.flatMap(({ pageId, quietSignature: signature }) =>
    signature === null ? [] : { pageId, signature },
  );
  await writing.bulk(keepQuietSignature, keepQuietSignature.rows(quiet, { projectId }));
}

/** What a run found about aliases. */
export interface AliasChanges {
  readonly found: readonly { readonly pageId: number; readonly ofPageId: number }[];
  /** Aliases that still have the same content. */
  readonly agreed: readonly number[];
  /** Pages that are no longer aliases. */
  readonly parted: readonly number[];
}

const addAlias = insertInto(aliasTable, {
  shared: ['project_id', 'since_run_id', 'agreements'],
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
  await writing.bulk(addAlias, addAlias.rows(found, { projectId, sinceRunId: runId, agreements: 0 }));
}

export function aliases(database: Database) {
  return {
    /** By the page they are aliases of. */
    list: (projectId: number) =>
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
    /** Pages that share their text, or its quiet part, with another page, and their versions for a closer comparison: by signature, after the given one. */
    sharedTexts: (
      projectId: number,
      {
        after,
        texts,
        of = 'signature',
      }: { after: Uint8Array | null; texts: number; of?: 'signature' | 'quiet_signature' },
    ) =>
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

type Aliases = ReturnType<typeof aliases>;
/** A page that shares its text with others; `aliasOf` is null when it is not an alias. */
export type SharedText = ItemOf<Aliases['sharedTexts']>;
