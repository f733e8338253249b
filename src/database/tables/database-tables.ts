import type { ContentEncoding } from '../content/packed-content.ts';
import { bit, blob, bytes, integer, orNull, references, table, text, textOf, withDefault } from '../table.ts';

/** Facts about the database itself: `version:PART`, `instance_id`. */
export const metaTable = table(
  'meta',
  {
    key: text,
    value: text,
  },
  { key: ['key'] },
);

/** The next free id of each kind of row. */
export const idBlockTable = table(
  'id_block',
  {
    name: text,
    next: integer,
  },
  { key: ['name'] },
);

/** A body, stored once however many pages have it. */
export const contentTable = table(
  'content',
  {
    sha256: bytes,
    bytes: integer,
    stored_bytes: integer,
    encoding: textOf<ContentEncoding>(),
    /** Null when the body is elsewhere: in an object, or, too large for the row, in a file or in `content_part`. */
    data: orNull(blob),
    /** The object that holds the body, and the offset in it; null when no object does. */
    object_id: orNull(integer),
    object_offset: orNull(integer),
  },
  { key: ['sha256'], indexes: ['INDEX content_object ON content (object_id) WHERE object_id IS NOT NULL'] },
);

/** An object outside the database that holds bodies. Its row is written before the object. SQLite has none, because its bodies are in the data folder. */
export const bodyObjectTable = table(
  'body_object',
  {
    id: integer,
    key: text,
    /** By the clock of the database. */
    named_at: integer,
    /** 1 when the object is about to be removed: no new content may refer to it. */
    given_up: withDefault(bit, 0),
  },
  {
    key: ['id'],
    indexes: ['INDEX body_object_given_up ON body_object (id) WHERE given_up = 1'],
    takesIds: true,
    backup: false,
  },
);

/** A piece of a large body, on a server (see `content-part.ts`). */
export const contentPartTable = table(
  'content_part',
  {
    sha256: references(bytes, 'content.sha256'),
    /** 0, 1, 2 ... */
    part: integer,
    data: bytes,
  },
  { key: ['sha256', 'part'], backup: false },
);
