/** A program that reads the change feed under a name of its own, for a user. */
interface FeedReader {
  readonly userId: number;
  readonly name: string;
  /** The only project that its token is for; null for all that its user sees. */
  readonly projectId: number | null;
  /** The place of the last change that it has seen. */
  readonly place: number;
  /** When it last asked. */
  readonly at: number;
}

interface ListedReader extends FeedReader {
  /** Name of the user. */
  readonly user: string;
  /** Name of the only project; null for all that the user sees. */
  readonly project: string | null;
}

/**
 * Who reads the change feed, and how far they have read: what they have not seen yet is not tidied away. A reader counts for the projects that its user sees at
 * that moment, and ends with the user, or when it has not asked for `READER_GONE_MS`.
 */
export interface FeedReaders {
  /** Those that have not ended, by user and name. */
  list(now: number): Promise<readonly ListedReader[]>;
  note(reader: FeedReader): Promise<void>;
  /** False when there is none of this name. */
  remove(userId: number, name: string): Promise<boolean>;
  /**
   * The first run, by id, with changes of a project that a reader has not seen yet, or that have no place yet; null when all have seen all, and when nobody
   * reads it.
   */
  firstUnread(projectId: number, now: number): Promise<number | null>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly readers: FeedReaders;
  }
}

/** A reader that has not asked for so long is gone: what it has not read is not kept for it any more. */
export const READER_GONE_MS = 90 * 86_400_000;
