import { integer, type RowOf, table } from '../../../database/table.ts';
/** A version of a page in the search index. On PostgreSQL its words are a column here, on SQLite a table of their own. */
export const searchDocumentTable = table(
  'search_document',
  {
    id: integer,
    project_id: integer,
    page_id: integer,
    run_id: integer,
    at: integer,
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX search_document_version ON search_document (run_id, page_id)',
      'INDEX search_document_of_project ON search_document (project_id)',
    ],
    takesIds: true,
    backup: false,
  },
);

/** A finished run whose versions are all in the search index. */
export const searchedRunTable = table(
  'searched_run',
  {
    run_id: integer,
  },
  { key: ['run_id'], backup: false },
);

export interface SearchTables {
  readonly search_document: RowOf<typeof searchDocumentTable>;
  readonly searched_run: RowOf<typeof searchedRunTable>;
}

declare module '../../../database/schema.ts' {
  interface Tables extends SearchTables {}
}
