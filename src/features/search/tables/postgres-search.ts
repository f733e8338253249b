import { sql } from 'kysely';
import type { BulkCopy } from '../../../database/database.ts';
import { mostRanked, versionsThat } from './filter-versions.ts';
import type { FoundVersion, IndexedVersion, SearchIndex } from './search-index.ts';
import type { SearchQuery } from './search-query.ts';

/** Inserts the row together with its words: changing it afterwards would write it, and its entry in every index, twice. */
const addVersion: BulkCopy = {
  kind: 'copy',
  table: 'search_document',
  given: {
    id: 'integer',
    project_id: 'integer',
    page_id: 'integer',
    run_id: 'integer',
    at: 'integer',
    words: 'text',
  },
  columns: {
    id: 'given.id',
    project_id: 'given.project_id',
    page_id: 'given.page_id',
    run_id: 'given.run_id',
    at: 'given.at',
    words: 'given.words::tsvector',
  },
  join: '',
};

/** Size of the pending list of the index: queries scan all of it until `settle` merges it. */
const GATHERED_KB = 16 * 1024;

/** A tsvector of our own words: the server's parser, dictionary and locale do not decide what a word is. */
export const postgresSearch: SearchIndex = {
  async create(db) {
    await sql`alter table search_document add column words tsvector`.execute(db);
    // Not compressed: to rank a version, the server reads all of its words.
    await sql`alter table search_document alter column words set storage external`.execute(db);
    // Inserts words into the index in batches. One by one, the words of a page took 5 ms, and an index of 100,000 pages more than ten minutes.
    await sql`create index search_words on search_document using gin (words)
      with (fastupdate = on, gin_pending_list_limit = ${sql.lit(GATHERED_KB)})`.execute(db);
  },
  async add(writing, versions) {
    await writing.bulk(
      addVersion,
      versions.map((version) => {
        const { id, projectId, pageId, runId, at } = version;
        return [id, projectId, pageId, runId, at, vectorOf(version)];
      }),
    );
  },
  async settle(db) {
    await sql`select gin_clean_pending_list('search_words')`.execute(db);
  },
  // The words are a column of the row, and are deleted with it.
  forgetVersions: async () => undefined,
  forget: async () => undefined,
  async find(db, query, filter) {
    const wanted = sql`${matchOf(query)}::text::tsquery`;
    // The planner knows how common a word is: it scans back from the newest version, or uses the index to find the few that have it.
    const found = await sql<FoundVersion>`
      with newest as materialized (
        select document.id, document.page_id, document.run_id, document.project_id, document.at
        from search_document as document join page on page.id = document.page_id
        where document.words @@ ${wanted} and ${versionsThat(filter)}
        order by document.id desc limit ${sql.lit(mostRanked(filter))}
      )
      select newest.project_id as "projectId", newest.page_id as "pageId", newest.run_id as "runId", newest.at
      from newest join search_document as document on document.id = newest.id
      order by ts_rank(document.words, ${wanted}, 1) desc, newest.at desc, newest.id desc
      limit ${filter.limit} offset ${filter.skip}`.execute(db);
    return found.rows;
  },
};

/** The largest position in PostgreSQL: beyond it words are found, but phrases are not. */
const LAST_POSITION = 16_383;
/** How many positions of one word are kept. */
const MOST_POSITIONS = 255;

function vectorOf({ title, text }: IndexedVersion): string | null {
  if (title.length + text.length === 0) return null;
  const positions = new Map<string, string[]>();
  const add = (word: string, position: number, weight: string) => {
    const known = positions.get(word) ?? [];
    if (known.length < MOST_POSITIONS) known.push(`${Math.min(position, LAST_POSITION)}${weight}`);
    positions.set(word, known);
  };
  for (const [place, word] of title.entries()) add(word, place + 1, 'A');
  // A gap, so that no phrase reaches from the title into the text.
  for (const [place, word] of text.entries()) add(word, title.length + place + 10, '');
  return [...positions].map(([word, places]) => `'${word}':${places.join(',')}`).join(' ');
}

/** Words are letters and digits, so nothing in them has to be escaped. */
function matchOf(query: SearchQuery): string {
  switch (query.kind) {
    case 'words':
      return `(${query.words
        .map((word, place) => `'${word}'${query.isPrefix && place === query.words.length - 1 ? ':*' : ''}`)
        .join(' <-> ')})`;
    case 'any':
      return `(${query.parts.map(matchOf).join(' | ')})`;
    case 'all':
      return `(${[...query.parts.map(matchOf), ...query.without.map((part) => `!${matchOf(part)}`)].join(' & ')})`;
  }
}
