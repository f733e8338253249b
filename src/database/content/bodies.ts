import type { RowWriting } from '../database.ts';
import type { PackedContent } from './packed-content.ts';

/** A content whose row has no body in itself. */
export interface StoredBody {
  readonly sha256: Uint8Array;
  /** Length of what is stored, which may be compressed. */
  readonly storedBytes: number;
  /** The object that holds it, and where in it; null when it is in none. */
  readonly object: { readonly key: string; readonly offset: number } | null;
}

/** A body that is complete and synced in a file. The commit takes the file over: afterwards it is gone. */
export interface BodyFile {
  readonly path: string;
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly type: string | null;
}

/** Writes the rows of contents. */
export type InsertContents = (writing: RowWriting) => Promise<void>;

/** Where the bodies of contents are kept: with their rows, or in a store of objects. */
export interface Bodies {
  /**
   * Stores contents together with whatever else `transaction` writes: it begins one transaction, and calls `insert` first. Bodies that go
   * elsewhere are there before it begins. It is called again when what it relied on is gone meanwhile. Equal contents are stored once.
   */
  storing<T>(
    contents: readonly PackedContent[],
    files: readonly BodyFile[],
    transaction: (insert: InsertContents) => Promise<T>,
  ): Promise<T>;
  /** The stored bytes, still packed; null when they are missing. Throws STORE_BODIES_NOT_SET for an object when none can be read. */
  load(body: StoredBody): Promise<Uint8Array | null>;
  /** The same in pieces; none when it is missing. */
  pieces(body: StoredBody): AsyncIterable<Uint8Array>;
  /** Called after the row of a content without a body in itself is gone. */
  drop(sha256: Uint8Array): Promise<void>;
  /** Removes what nothing names any more. Returns how many objects went. */
  sweep(): Promise<number>;
}
