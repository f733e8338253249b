import type { Database, RowWriting } from '../../database/database.ts';
import {
  bit,
  bytes,
  fieldsOf,
  insertInto,
  integer,
  orNull,
  type RecordOf,
  table,
  text,
} from '../../database/table.ts';

/** Pictures that pages show, with what shows whether they were replaced under their address. */
export const pictureTable = table(
  'picture',
  {
    project_id: integer,
    /** MD5 of its address without session ids. */
    url_hash: bytes,
    url: text,
    etag: orNull(text),
    last_modified: orNull(text),
    bytes: orNull(integer),
    /** The SHA-256 of its beginning. */
    sha256: bytes,
    /** The number of the last run that asked for it. */
    checked_in: integer,
    /** When the run began that found it replaced. */
    replaced_at: orNull(integer),
    /** Whether two answers of one moment differed: then it is not asked for any more. */
    is_volatile: bit,
  },
  { key: ['project_id', 'url_hash'], since: 3 },
);

/** The pictures that the last version of a page shows: the hashes of their addresses, end to end. */
export const shownPictureTable = table(
  'shown_picture',
  { page_id: integer, url_hashes: bytes },
  { key: ['page_id'], since: 3 },
);

export type Picture = Omit<RecordOf<typeof pictureTable>, 'projectId'>;
export type ShownPictures = RecordOf<typeof shownPictureTable>;

const keepPicture = insertInto(pictureTable, {
  shared: ['project_id'],
  conflict: `ON CONFLICT (project_id, url_hash) DO UPDATE SET
     url = excluded.url, etag = excluded.etag, last_modified = excluded.last_modified, bytes = excluded.bytes, sha256 = excluded.sha256,
     checked_in = excluded.checked_in, replaced_at = excluded.replaced_at, is_volatile = excluded.is_volatile`,
});
const keepShown = insertInto(shownPictureTable, {
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET url_hashes = excluded.url_hashes',
});

export async function keepPictures(
  writing: RowWriting,
  projectId: number,
  { pictures, shown }: { readonly pictures: readonly Picture[]; readonly shown: readonly ShownPictures[] },
): Promise<void> {
  await writing.bulk(keepPicture, keepPicture.rows(pictures, { projectId }));
  await writing.bulk(keepShown, keepShown.rows(shown));
}

export function pictures(database: Database) {
  return {
    /** Those that were asked for last come first. */
    list: (projectId: number, limit: number): Promise<readonly Picture[]> =>
      database.read((db) =>
        db
          .selectFrom('picture')
          .select(fieldsOf(pictureTable, 'project_id'))
          .where('project_id', '=', projectId)
          .orderBy('checked_in', 'desc')
          .orderBy('url_hash')
          .limit(limit)
          .execute(),
      ),
  };
}
