import type { Database, RowWriting, Writing } from '../../database/database.ts';
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

/** Pages of which the pictures are read at once, and pictures that are forgotten at once. */
const PAGES_AT_ONCE = 1000;
const PICTURES_AT_ONCE = 500;
const HASH_BYTES = 16;

/** The pictures of a project that no page shows any more; those of pages that are gone do not count. */
async function unshownPictures({ db }: Pick<Writing, 'db'>, projectId: number): Promise<readonly Buffer[]> {
  const stored = await db
    .selectFrom('picture')
    .select('url_hash')
    .where('project_id', '=', projectId)
    .execute();
  const left = new Map(stored.map(({ url_hash: hash }) => [Buffer.from(hash).toString('hex'), hash]));
  for (let after = 0; left.size > 0; ) {
    const pages = await db
      .selectFrom('page')
      .innerJoin('shown_picture', 'shown_picture.page_id', 'page.id')
      .select(['page.id', 'shown_picture.url_hashes as hashes'])
      .where('page.project_id', '=', projectId)
      .where('page.missing_since', 'is', null)
      .where('page.superseded_by', 'is', null)
      .where('page.id', '>', after)
      .orderBy('page.id')
      .limit(PAGES_AT_ONCE)
      .execute();
    for (const { hashes } of pages) {
      const shown = Buffer.from(hashes).toString('hex');
      for (let at = 0; at < shown.length; at += 2 * HASH_BYTES)
        left.delete(shown.slice(at, at + 2 * HASH_BYTES));
    }
    const last = pages.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return [...left.values()].map((hash) => Buffer.from(hash));
}

export function pictures(database: Database) {
  return {
    /** Makes room for others: forgets the pictures that no page shows any more. */
    forgetUnshown: (projectId: number): Promise<void> =>
      database.write(async ({ db }) => {
        const unshown = await unshownPictures({ db }, projectId);
        for (let at = 0; at < unshown.length; at += PICTURES_AT_ONCE)
          await db
            .deleteFrom('picture')
            .where('project_id', '=', projectId)
            .where('url_hash', 'in', unshown.slice(at, at + PICTURES_AT_ONCE))
            .execute();
      }),
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
