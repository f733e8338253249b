/** A file that holds the bytes to store. */
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
 * A store of objects outside the database. Throws STORE_BODIES_UNREACHABLE while there is no answer (temporary), STORE_BODIES_REFUSED
 * (permanent), and STORE_FULL.
 */
export interface ObjectStore {
  /** On return the object is durable and complete; replaces an existing one. */
  put(key: string, body: Uint8Array | FileToStore): Promise<void>;
  /** Null when there is no such object, or when it is shorter than the part. */
  read(part: ObjectPart): Promise<Uint8Array | null>;
  /** The same in pieces; none when there is no such object. */
  pieces(part: ObjectPart): AsyncIterable<Uint8Array>;
  /** Missing objects are no failure. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}
