/** A program that reads the change feed under a name of its own. */
interface FeedReader {
  readonly name: string;
  /** The place of the last change that it has seen. */
  readonly place: number;
  /** When it last asked. */
  readonly at: number;
}

/** Who reads the change feed, and how far they have read: what they have not seen yet is not tidied away. */
export interface FeedReaders {
  /** By name. */
  list(): Promise<readonly FeedReader[]>;
  note(reader: FeedReader): Promise<void>;
  /** The first run, by id, with changes of a project that come after this place, or that have no place yet; null when there is none. */
  firstUnread(projectId: number, place: number): Promise<number | null>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly readers: FeedReaders;
  }
}
