import type { Bodies, BodyFile, InsertContents, StoredBody } from '../content/bodies.ts';
import { nameOfHash } from '../content/hash-name.ts';
import type { PackedContent } from '../content/packed-content.ts';
import type { Database } from '../database.ts';
import { insertPlaced, type PlacedContents, PlaceGone } from './insert-placed.ts';
import type { ObjectPart, ObjectStore } from './object-store.ts';
import type { ObjectWriter, PlacedContent } from './object-writer.ts';
import { sweepObjects } from './sweep-objects.ts';

interface ObjectsContext {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly writer: ObjectWriter;
  /** Reads bodies that were stored before objects were used, and stores bodies that are too long for an object. */
  readonly inDatabase: Bodies;
  /** Retries work that fails temporarily, for as long as the caller can wait. */
  readonly withRetries: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The longest object that S3 takes in one request. */
const LONGEST_OBJECT = 5 * 1024 ** 3;

const isTooLong = ({ bytes }: BodyFile): boolean => bytes > LONGEST_OBJECT;

/** Bodies in objects. The row of a content names the object, the offset in it and the length. */
export function bodiesInObjects(context: ObjectsContext): Bodies {
  const { database, objects, inDatabase, withRetries } = context;
  return {
    async storing(contents, files, transaction) {
      const placed = files.filter((file) => !isTooLong(file));
      const placing = async (insertLongest: InsertContents) => {
        const place = await placeContents(context, contents, placed);
        return transaction(async (writing) => {
          await insertPlaced(writing, place);
          await insertLongest(writing);
        });
      };
      for (;;) {
        try {
          return await inDatabase.storing([], files.filter(isTooLong), placing);
        } catch (error) {
          if (!(error instanceof PlaceGone)) throw error;
        }
      }
    },
    load: async (body) => {
      const part = partOf(body);
      return part === null ? inDatabase.load(body) : withRetries(() => objects.read(part));
    },
    pieces: (body) => {
      const part = partOf(body);
      return part === null ? inDatabase.pieces(body) : objects.pieces(part);
    },
    drop: (sha256) => inDatabase.drop(sha256),
    sweep: () => sweepObjects(database, objects),
  };
}

const partOf = ({ object, storedBytes }: StoredBody): ObjectPart | null =>
  object === null ? null : { ...object, length: storedBytes };

/** Writes the bodies that are not known yet. */
async function placeContents(
  { database, writer, withRetries }: ObjectsContext,
  contents: readonly PackedContent[],
  files: readonly BodyFile[],
): Promise<PlacedContents> {
  const inMemory = byHash(contents);
  const inFiles = byHash(files);
  const known = await knownAmong(database, [...inMemory.values(), ...inFiles.values()]);
  for (const sha256 of known) {
    inMemory.delete(nameOfHash(sha256));
    inFiles.delete(nameOfHash(sha256));
  }
  const placed: PlacedContent[] = [];
  const fresh = [...inMemory.values()];
  if (fresh.length > 0) placed.push(...(await withRetries(() => writer.write(fresh))));
  for (const file of inFiles.values()) placed.push(await withRetries(() => writer.writeFile(file)));
  return { placed, known };
}

const byHash = <T extends { readonly sha256: Uint8Array }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [nameOfHash(one.sha256), one]));

/** Contents that already have a row. A page that did not change occurs again and again, and its body is not written again. */
async function knownAmong(
  database: Database,
  all: readonly { readonly sha256: Uint8Array }[],
): Promise<readonly Uint8Array[]> {
  if (all.length === 0) return [];
  const hashes = all.map(({ sha256 }) => sha256);
  const rows = await database.read((db) =>
    db.selectFrom('content').select('sha256').where('sha256', 'in', hashes).execute(),
  );
  return rows.map(({ sha256 }) => sha256);
}
