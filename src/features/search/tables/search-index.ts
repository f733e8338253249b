import type { Kysely, Transaction } from 'kysely';
import type { BulkRow, Writing } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { SearchQuery } from './search-query.ts';

/** The full-text index of a database; each dialect has its own. */
export interface SearchIndex {
  create(db: Transaction<Tables>): Promise<void>;
  /** Adds the rows of versions to `search_document`, and their words to the index. */
  add(writing: Writing, versions: readonly IndexedVersion[]): Promise<void>;
  /** Merges what was added, so that queries are fast. Called when nothing is missing any more. */
  settle(db: Transaction<Tables>): Promise<void>;
  /** Removes the words of versions, given the ids of their run and their page. Called before their rows are deleted. */
  forgetVersions(writing: Writing, versions: readonly BulkRow[]): Promise<void>;
  /** Removes the words of a project's versions. Called before their rows are deleted. */
  forget(db: Transaction<Tables>, projectId: number): Promise<void>;
  find(db: Kysely<Tables>, query: SearchQuery, filter: SearchFilter): Promise<readonly FoundVersion[]>;
}

/** A version with its words, as `searchWords` returns them. Both databases get the same words, so that they find the same versions. */
export interface IndexedVersion {
  /** The id of its row in `search_document`. */
  readonly id: number;
  readonly projectId: number;
  readonly pageId: number;
  readonly runId: number;
  readonly at: number;
  /** A version without any word is in the index, but is never found. */
  readonly title: readonly string[];
  readonly text: readonly string[];
}

/** Which versions are searched. */
export interface SearchFilter {
  /** Only versions of these projects; null for all projects. */
  readonly projectIds: readonly number[] | null;
  readonly host: string | null;
  /** Versions fetched at or after `since`, and before `until`; milliseconds since 1970. */
  readonly since: number | null;
  readonly until: number | null;
  /** The flag of the page's last visit. */
  readonly flags: readonly string[] | null;
  /** Whether earlier versions are searched, too. */
  readonly hasHistory: boolean;
  readonly limit: number;
  /** How many of the best to skip, because earlier parts of the list had them. */
  readonly skip: number;
}

/** A version that was found, the best first. */
export interface FoundVersion {
  readonly projectId: number;
  readonly pageId: number;
  readonly runId: number;
  readonly at: number;
}
