import type { RowWriting } from '../database.ts';
import type { PackedContent } from './packed-content.ts';

/** A content whose row does not hold the body itself. */
export interface StoredBody {
  readonly sha256: Uint8Array;
  /** Length of what is stored, which may be compressed. */
  readonly storedBytes: number;
  /** The object that holds the body, and the offset in it; null when it is in no object. */
  readonly object: { readonly key: string; readonly offset: number } | null;
}

/** A body that is complete and synced in a file. The commit takes over the file, which is gone afterwards. */
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
   * Stores contents together with whatever else `transaction` writes. `transaction` begins one transaction, and calls `insert` first.
   * Bodies that are stored outside the database are there before it begins. It is called again when something that it relied on was removed
   * meanwhile. Equal contents are stored once.
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
  /** Called after the row of a content whose body is stored elsewhere was deleted. */
  drop(sha256: Uint8Array): Promise<void>;
  /** Removes objects that no row names any more. Returns how many were removed. */
  sweep(): Promise<number>;
}
