import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import type { LargeBodies, LargeBody } from '../content/large-bodies.ts';
import type { Database } from '../database.ts';
import { dataFileFailure } from '../errors.ts';

/** PostgreSQL holds a row and its parameters in memory and refuses those over 1 GB; files of a listing may be larger. */
const partBytes = 4 * 1024 * 1024;

/**
 * Large bodies split into rows, for a server whose machines share no folder. They are written and deleted in the transaction of their
 * content, so none is ever left over.
 */
export function contentParts(database: Database): LargeBodies {
  return {
    async has({ db }, sha256, storedBytes) {
      const { stored } = await db
        .selectFrom('content_part')
        .select(sql<number>`cast(coalesce(sum(length(data)), 0) as bigint)`.as('stored'))
        .where('sha256', '=', sha256)
        .executeTakeFirstOrThrow();
      return stored === storedBytes;
    },
    async keep({ db }, { sha256, source }) {
      await db.deleteFrom('content_part').where('sha256', '=', sha256).execute();
      let part = 0;
      const insert = async (data: Uint8Array) => {
        await db.insertInto('content_part').values({ sha256, part, data }).execute();
        part += 1;
      };
      for await (const data of pieces(source)) await insert(data);
      if (part === 0) await insert(Buffer.alloc(0));
    },
    async load(sha256) {
      const parts = await Array.fromAsync(storedParts(database, sha256));
      return parts.length === 0 ? null : Buffer.concat(parts);
    },
    pieces: (sha256) => storedParts(database, sha256),
    // The parts were deleted with the row.
    drop: async () => undefined,
  };
}

async function* storedParts(database: Database, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await database.read((db) =>
      db
        .selectFrom('content_part')
        .select('data')
        .where('sha256', '=', sha256)
        .where('part', '=', part)
        .executeTakeFirst(),
    );
    if (row === undefined) return;
    yield row.data;
  }
}

async function* pieces(source: LargeBody['source']): AsyncGenerator<Uint8Array> {
  if (!('path' in source)) {
    for (let from = 0; from < source.length; from += partBytes) yield source.subarray(from, from + partBytes);
    return;
  }
  try {
    yield* createReadStream(source.path, { highWaterMark: partBytes });
  } catch (cause) {
    throw dataFileFailure(cause, source.path);
  }
}
