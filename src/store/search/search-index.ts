import type { Kysely, Transaction } from 'kysely';
import type { Writing } from '../database.ts';
import type { Tables } from '../schema.ts';
import type { SearchQuery } from './search-query.ts';

/** The words of a version, as `searchWords` makes them. Both databases get the same, so that they find the same. */
export interface IndexedWords {
  /** The id of its row in `search_document`. */
  readonly id: number;
  readonly title: readonly string[];
  readonly text: readonly string[];
}

/** Which versions count. */
export interface SearchFilter {
  readonly projectId: number | null;
  readonly host: string | null;
  /** Versions that were fetched since then, and before then; milliseconds since 1970. */
  readonly since: number | null;
  readonly until: number | null;
  /** What the last visit of the page said. */
  readonly flags: readonly string[] | null;
  /** Earlier versions, too. */
  readonly hasHistory: boolean;
  readonly limit: number;
}

/** A version that was found, the best first. */
export interface FoundVersion {
  readonly pageId: number;
  readonly runId: number;
  readonly at: number;
}

/** The full-text index of a database: the one part of it that both do in their own way. */
export interface SearchIndex {
  create(db: Transaction<Tables>): Promise<void>;
  add(writing: Writing, documents: readonly IndexedWords[]): Promise<void>;
  /** Forgets the words of a project's versions. Called before their rows go. */
  forget(db: Transaction<Tables>, projectId: number): Promise<void>;
  find(db: Kysely<Tables>, query: SearchQuery, filter: SearchFilter): Promise<readonly FoundVersion[]>;
}
