import { type Kysely, sql } from 'kysely';
import type { Bodies, StoredBody } from '../../database/content/bodies.ts';
import type { BulkRow, BulkValue, Database } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { knownVersions } from '../../database/migrations.ts';
import type { Tables } from '../../database/schema.ts';
import { type StorePart, tablesOf } from '../../database/store-part.ts';
import type { Table } from '../../database/table.ts';
import { largestBodyInRow, storedBody } from '../../database/tables/content.ts';
import { type BackupPart, writeFrames } from './backup-frames.ts';

declare module '../../database/store.ts' {
  interface Store {
    /** A backup of everything as it is now, for `restoreStore` on either kind of database. */
    backup(): AsyncIterable<Uint8Array>;
  }
}

/** Rows per read. A row of `content` has up to a megabyte. */
const rowsAtOnce = (table: string): number => (table === 'content' ? 16 : 1000);

/**
 * Everything in the database, as it is at one moment, while others write. On SQLite the reader sees the database as it was when
 * it began; on PostgreSQL it reads in one repeatable transaction.
 */
function takeBackup(database: Database, bodies: Bodies, parts: readonly StorePart[]): AsyncGenerator<Buffer> {
  return writeFrames(
    handedOver((put) =>
      database.read((db) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (snapshot) => {
            await put({
              kind: 'start',
              format: 'tidemark-backup-1',
              schema: knownVersions(parts),
              at: Date.now(),
            });
            await putTables(snapshot, tablesOf(parts), bodies, put);
          }),
      ),
    ),
  );
}

type Put = (part: BackupPart) => Promise<void>;

async function putTables(
  db: Kysely<Tables>,
  tables: readonly Table[],
  bodies: Bodies,
  put: Put,
): Promise<void> {
  for (const { name: table, columns: all, key, backup } of tables) {
    if (backup === false) continue;
    const columns = Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => !onlyHere(table, name))
        .map(([name, { type }]) => [name, type]),
    );
    for await (const rows of partsOf(db, table, key)) {
      const { whole, bodies: apart } =
        table === 'content' ? await withBodies(db, rows, bodies) : { whole: rows, bodies: [] };
      const values = whole.map((row): BulkRow => Object.keys(columns).map((name) => row[name] ?? null));
      await put({ kind: 'rows', table, columns, rows: values });
      for (const body of apart) await putBody(body, bodies, put);
    }
  }
}

async function* partsOf(
  db: Kysely<Tables>,
  table: string,
  key: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const limit = rowsAtOnce(table);
  let last: Row | null = null;
  do {
    const after: Row | null = last;
    const where: ReturnType<typeof sql> =
      after === null ? sql`` : sql`where (${columns}) > (${sql.join(key.map((name) => after[name]))})`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${where}
      order by ${columns} limit ${sql.lit(limit)}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length < limit ? null : (rows.at(-1) ?? null);
  } while (last !== null);
}

async function putBody(body: StoredBody, bodies: Bodies, put: Put): Promise<void> {
  let pieces = 0;
  for await (const piece of bodies.pieces(body)) {
    await put({ kind: 'body', sha256: body.sha256, piece });
    pieces += 1;
  }
  if (pieces === 0) throw missingBody(body);
}

/**
 * Turns the values that `work` puts into an async iterator. `put` waits until the reader asks for the next value. When the reader stops early, the
 * pending `put` throws, which ends the transaction.
 */
async function* handedOver(work: (put: Put) => Promise<unknown>): AsyncGenerator<BackupPart> {
  let offered = Promise.withResolvers<BackupPart | null>();
  let taken = Promise.withResolvers<void>();
  const working = work(async (part) => {
    taken = Promise.withResolvers();
    offered.resolve(part);
    await taken.promise;
  }).then(
    () => offered.resolve(null),
    (error) => offered.reject(error),
  );
  try {
    for (;;) {
      const part = await offered.promise;
      if (part === null) return;
      offered = Promise.withResolvers();
      yield part;
      taken.resolve();
    }
  } finally {
    taken.reject(new Error('the reader of the backup has stopped'));
    offered.promise.catch(() => undefined);
    await working;
  }
}

export const backupPart: StorePart = {
  name: 'backup',
  version: 1,
  tables: [],
  assemble: ({ database, bodies, parts }) => ({ backup: () => takeBackup(database, bodies, parts) }),
};

type Row = Readonly<Record<string, BulkValue>>;

/** Whether a backup leaves a column out, because it says where bodies are stored here. The backup may be restored elsewhere. */
const onlyHere = (table: string, column: string): boolean =>
  table === 'content' && column.startsWith('object_');

/** Rows of contents that include their small bodies, even those stored in objects, and the bodies that have to follow. */
async function withBodies(
  db: Kysely<Tables>,
  rows: readonly Row[],
  bodies: Bodies,
): Promise<{ readonly whole: readonly Row[]; readonly bodies: readonly StoredBody[] }> {
  const keys = await keysOf(db, rows);
  const whole: Row[] = [];
  const apart: StoredBody[] = [];
  for (const row of rows) {
    const { sha256, bytes, stored_bytes, object_id, object_offset, data } = row;
    const body = storedBody(sha256 as Uint8Array, {
      stored_bytes: Number(stored_bytes),
      object_offset: object_offset as number | null,
      object_key: keys.get(Number(object_id)) ?? null,
    });
    const isSmallObject = body.object !== null && Number(bytes) <= largestBodyInRow;
    whole.push(isSmallObject ? { ...row, data: await loaded(body, bodies) } : row);
    if (data === null && !isSmallObject) apart.push(body);
  }
  return { whole, bodies: apart };
}

async function keysOf(db: Kysely<Tables>, rows: readonly Row[]): Promise<ReadonlyMap<number, string>> {
  const ids = rows.flatMap(({ object_id }) => (object_id === null ? [] : [Number(object_id)]));
  if (ids.length === 0) return new Map();
  const named = await db.selectFrom('body_object').select(['id', 'key']).where('id', 'in', ids).execute();
  return new Map(named.map(({ id, key }) => [id, key]));
}

async function loaded(body: StoredBody, bodies: Bodies): Promise<Uint8Array> {
  const data = await bodies.load(body);
  if (data === null) throw missingBody(body);
  return data;
}

const missingBody = ({ sha256 }: StoredBody): StoreError =>
  new StoreError(
    'STORE_CONTENT_DAMAGED',
    `Stored content ${Buffer.from(sha256).toString('hex')} is missing. If its project was removed just now, run the backup again.`,
  );
