import { sql } from 'kysely';
import type { BulkDelete, BulkInsert } from '../../../database/database.ts';
import { mostRanked, versionsThat } from './filter-versions.ts';
import type { FoundVersion, SearchIndex } from './search-index.ts';
import type { SearchQuery } from './search-query.ts';

const addVersion: BulkInsert = {
  kind: 'insert',
  table: 'search_document',
  given: { id: 'integer', project_id: 'integer', page_id: 'integer', run_id: 'integer', at: 'integer' },
  conflict: '',
};

const addWords: BulkInsert = {
  kind: 'insert',
  table: 'search_index',
  given: { rowid: 'integer', title: 'text', text: 'text' },
  conflict: '',
};

const removeWords: BulkDelete = {
  kind: 'delete',
  table: 'search_index',
  key: 'rowid',
  given: { run_id: 'integer', page_id: 'integer' },
  select: 'document.id',
  join: 'JOIN search_document AS document ON document.run_id = given.run_id AND document.page_id = given.page_id',
};

/** A word in the title says more about a page than one in its text. */
const TITLE_WEIGHT = 5;

/** FTS5, without a copy of the texts: they are in `content`. */
export const sqliteSearch: SearchIndex = {
  async create(db) {
    // We split the words ourselves; the tokenizer only has to leave them unchanged.
    await sql`create virtual table search_index using fts5(
      title, text, content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`.execute(db);
  },
  async add(writing, versions) {
    await writing.bulk(
      addVersion,
      versions.map(({ id, projectId, pageId, runId, at }) => [id, projectId, pageId, runId, at]),
    );
    const withWords = versions.filter(({ title, text }) => title.length + text.length > 0);
    const rows = withWords.map(({ id, title, text }) => [id, title.join(' '), text.join(' ')]);
    await writing.bulk(addWords, rows);
  },
  // FTS5 itself collects and merges what is added.
  settle: async () => undefined,
  forgetVersions: (writing, versions) => writing.bulk(removeWords, versions),
  async forget(db, projectId) {
    await sql`delete from search_index where rowid in
      (select id from search_document where project_id = ${projectId})`.execute(db);
  },
  async find(db, query, filter) {
    const wanted = matchOf(query);
    // The unary plus keeps SQLite from using the index for the second condition, which would look up each id again. Cross joins
    // keep the index outermost: it returns its rows in the order of ids, so that reading can stop at the limit.
    const found = await sql<FoundVersion>`
      with newest as materialized (
        select document.id from search_index
        cross join search_document as document on document.id = search_index.rowid
        cross join page on page.id = document.page_id
        where search_index match ${wanted} and ${versionsThat(filter)}
        order by search_index.rowid desc limit ${sql.lit(mostRanked(filter))}
      )
      select document.project_id as "projectId", document.page_id as "pageId", document.run_id as "runId", document.at
      from search_index cross join search_document as document on document.id = search_index.rowid
      where search_index match ${wanted} and search_index.rowid >= (select min(id) from newest)
        and +search_index.rowid in (select id from newest)
      order by bm25(search_index, ${sql.lit(TITLE_WEIGHT)}, 1), document.at desc, document.id desc
      limit ${filter.limit} offset ${filter.skip}`.execute(db);
    return found.rows;
  },
};

/** Words are letters and digits, so nothing in them has to be escaped. */
function matchOf(query: SearchQuery): string {
  switch (query.kind) {
    case 'words':
      return `"${query.words.join(' ')}"${query.isPrefix ? ' *' : ''}`;
    case 'any':
      return `(${query.parts.map(matchOf).join(' OR ')})`;
    case 'all': {
      const all = `(${query.parts.map(matchOf).join(' AND ')})`;
      return query.without.reduce((rest, without) => `(${rest} NOT ${matchOf(without)})`, all);
    }
  }
}
