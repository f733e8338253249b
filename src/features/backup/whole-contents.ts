import type { Kysely } from 'kysely';
import type { Bodies, StoredBody } from '../../database/content/bodies.ts';
import type { BulkValue } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import type { Tables } from '../../database/schema.ts';
import { largestBodyInRow, storedBody } from '../../database/tables/content.ts';

export type Row = Readonly<Record<string, BulkValue>>;

/** Whether a backup leaves a column out, because it says where bodies are stored here. The backup may be restored elsewhere. */
export const onlyHere = (table: string, column: string): boolean =>
  table === 'content' && column.startsWith('object_');

/** Rows of contents that include their small bodies, even those stored in objects, and the bodies that have to follow. */
export async function withBodies(
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

export const missingBody = ({ sha256 }: StoredBody): StoreError =>
  new StoreError(
    'STORE_CONTENT_DAMAGED',
    `Stored content ${Buffer.from(sha256).toString('hex')} is missing. If its project was removed just now, run the backup again.`,
  );
