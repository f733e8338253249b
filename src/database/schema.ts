import type { ContentEncoding } from './content/packed-content.ts';
import type { ObjectTables } from './objects/object-tables.ts';

/** Facts about the database itself: `schema_version`, `instance_id`. */
interface MetaTable {
  readonly key: string;
  readonly value: string;
}

/** The next free id of each kind of row. */
interface IdBlockTable {
  readonly name: string;
  readonly next: number;
}

/** A body, stored once however many pages have it. */
export interface ContentTable {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly stored_bytes: number;
  readonly encoding: ContentEncoding;
  /** Null when the body is elsewhere: in an object, or, too large for the row, in a file or in `content_part`. */
  readonly data: Uint8Array | null;
  /** The object that holds the body, and where in it; null when none does. */
  readonly object_id: number | null;
  readonly object_offset: number | null;
}

/** A piece of a large body, on a server (see `content-part.ts`). */
interface ContentPartTable {
  readonly sha256: Uint8Array;
  /** 0, 1, 2 ... */
  readonly part: number;
  readonly data: Uint8Array;
}

/** The whole schema, as the query builder sees it. A folder that owns tables declares them here, as it declares its part of `Store`. */
export interface Tables extends ObjectTables {
  readonly meta: MetaTable;
  readonly id_block: IdBlockTable;
  readonly content: ContentTable;
  readonly content_part: ContentPartTable;
}
