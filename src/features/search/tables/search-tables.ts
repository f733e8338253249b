/** A version of a page in the search index. On PostgreSQL its words are a column here, on SQLite a table of their own. */
interface SearchDocumentTable {
  readonly id: number;
  readonly project_id: number;
  readonly page_id: number;
  readonly run_id: number;
  readonly at: number;
}

/** A finished run whose versions are all in the search index. */
interface SearchedRunTable {
  readonly run_id: number;
}

export interface SearchTables {
  readonly search_document: SearchDocumentTable;
  readonly searched_run: SearchedRunTable;
}

declare module '../../../database/schema.ts' {
  interface Tables extends SearchTables {}
}
