import type { Kysely, Transaction } from 'kysely';
import type { BulkRow, Writing } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { SearchQuery } from './search-query.ts';

/** The full-text index of a database, which each does in its own way. */
export interface SearchIndex {
  create(db: Transaction<Tables>): Promise<void>;
  /** Adds the rows of versions to `search_document`, and their words to the index. */
  add(writing: Writing, versions: readonly IndexedVersion[]): Promise<void>;
  /** Brings what was added into the order in which it is found fastest. Called when nothing is missing any more. */
  settle(db: Transaction<Tables>): Promise<void>;
  /** Forgets the words of versions: the ids of their run and their page. Called before their rows go. */
  forgetVersions(writing: Writing, versions: readonly BulkRow[]): Promise<void>;
  /** Forgets the words of a project's versions. Called before their rows go. */
  forget(db: Transaction<Tables>, projectId: number): Promise<void>;
  find(db: Kysely<Tables>, query: SearchQuery, filter: SearchFilter): Promise<readonly FoundVersion[]>;
}

/** A version with its words, as `searchWords` makes them. Both databases get the same, so that they find the same. */
export interface IndexedVersion {
  /** The id of its row in `search_document`. */
  readonly id: number;
  readonly projectId: number;
  readonly pageId: number;
  readonly runId: number;
  readonly at: number;
  /** Without any word it is known, and never found. */
  readonly title: readonly string[];
  readonly text: readonly string[];
}

/** Which versions count. */
export interface SearchFilter {
  /** Those of these projects; null for all. */
  readonly projectIds: readonly number[] | null;
  readonly host: string | null;
  /** Versions that were fetched since then, and before then; milliseconds since 1970. */
  readonly since: number | null;
  readonly until: number | null;
  /** What the last visit of the page said. */
  readonly flags: readonly string[] | null;
  /** Earlier versions, too. */
  readonly hasHistory: boolean;
  readonly limit: number;
  /** How many of the best to leave out: those of earlier parts of the list. */
  readonly skip: number;
}

/** A version that was found, the best first. */
export interface FoundVersion {
  readonly projectId: number;
  readonly pageId: number;
  readonly runId: number;
  readonly at: number;
}
