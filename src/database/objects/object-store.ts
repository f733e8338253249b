/** A file that holds what is to be stored. */
export interface FileToStore {
  readonly path: string;
  readonly bytes: number;
}

/** A part of an object. */
export interface ObjectPart {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * A store of objects outside the database. Throws STORE_BODIES_UNREACHABLE while nobody answers there, which passes by itself,
 * STORE_BODIES_REFUSED, which does not, and STORE_FULL.
 */
export interface ObjectStore {
  /** On return the object is there for good, whole; replaces what is there. */
  put(key: string, body: Uint8Array | FileToStore): Promise<void>;
  /** Null when there is no such object, or when it is shorter. */
  read(part: ObjectPart): Promise<Uint8Array | null>;
  /** The same in pieces; none when there is no such object. */
  pieces(part: ObjectPart): AsyncIterable<Uint8Array>;
  /** Objects that are not there are no failure. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}
