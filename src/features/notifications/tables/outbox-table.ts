import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkInsert, Database, RowWriting } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { CallPlaces, CommitPart, StorePart } from '../../../database/store-part.ts';
import { integer, orNull, type RowOf, table, text, textOf } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type {
  ClaimRequest,
  NamedRow,
  NewOutboxRow,
  OneOrEach,
  Outbox,
  OutboxRow,
  OutboxSettlement,
  OutboxState,
} from './outbox.ts';

/** Messages on their way, one row for each occasion and channel. */
export const outboxTable = table(
  'outbox',
  {
    id: text,
    project_id: integer,
    occasion: text,
    channel: text,
    bundle: text,
    told: text,
    at: integer,
    deliver_after: integer,
    state: textOf<OutboxState>(),
    attempts: integer,
    next_try: integer,
    message: orNull(text),
    /** Who is sending it, and until when nobody else may. */
    claim: orNull(text),
    claimed_until: orNull(integer),
    last_error: orNull(text),
    sent_at: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX outbox_occasion ON outbox (project_id, occasion, channel)',
      'INDEX outbox_due ON outbox (state, next_try)',
    ],
  },
);
export type OutboxTable = RowOf<typeof outboxTable>;

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly outbox: RowOf<typeof outboxTable>;
  }
}

/** An occasion that was written before is not reported again, whatever became of it. */
const insertRow: BulkInsert = {
  kind: 'insert',
  table: 'outbox',
  given: {
    id: 'text',
    project_id: 'integer',
    occasion: 'text',
    channel: 'text',
    bundle: 'text',
    told: 'text',
    at: 'integer',
    deliver_after: 'integer',
    state: 'text',
    attempts: 'integer',
    next_try: 'integer',
  },
  conflict: 'ON CONFLICT DO NOTHING',
};

async function insertOutbox(
  writing: RowWriting,
  projectId: number,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  await writing.bulk(
    insertRow,
    sorted.map(({ id, occasion, channel, bundle, told, at, deliverAfter }) => [
      id,
      projectId,
      storableText(occasion),
      storableText(channel),
      storableText(bundle),
      storableText(told),
      at,
      deliverAfter,
      'waiting',
      0,
      deliverAfter,
    ]),
  );
}

/** Rows are written with what they tell of. */
const rowsOfVisits: CommitPart = {
  name: 'outbox',
  write: (writing, { projectId }, rows: readonly NewOutboxRow[]) => insertOutbox(writing, projectId, rows),
};

/** More rows than this never become one message. */
const mostInClaim = 10_000;

/** The rows that go out together next: a message that was tried before, or all new rows of a bundle. */
async function claimNext(
  database: Database,
  { claim, now, until, abandoned }: ClaimRequest,
): Promise<readonly OutboxRow[]> {
  return database.write(async ({ db }) => {
    await database.dialect.lock(db, 'outbox');
    const first = await dueRows(db, now, abandoned)
      .select(['project_id', 'channel', 'bundle', 'message'])
      .orderBy('next_try')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (first === undefined) return [];
    const { message } = first;
    const together = dueRows(db, now, abandoned)
      .select('id')
      .where('project_id', '=', first.project_id)
      .where('channel', '=', first.channel)
      .$if(message === null, (rows) => rows.where('message', 'is', null).where('bundle', '=', first.bundle))
      .$if(message !== null, (rows) => rows.where('message', '=', message))
      .orderBy('at')
      .orderBy('id')
      .limit(mostInClaim);
    const rows = await db
      .updateTable('outbox')
      .set({ claim, claimed_until: until })
      .$if(abandoned, (rows) => rows.set({ attempts: sql`attempts + 1` }))
      .where('id', 'in', together)
      .returningAll()
      .execute();
    return rows.map(toOutboxRow).toSorted(byAge);
  });
}

function dueRows(db: Kysely<Tables>, now: number, abandoned: boolean) {
  return db
    .selectFrom('outbox')
    .where('state', '=', 'waiting')
    .where('next_try', '<=', now)
    .$if(!abandoned, (rows) => rows.where('claimed_until', 'is', null))
    .$if(abandoned, (rows) => rows.where('claimed_until', '<=', now));
}

/**
 * Says, before anything is sent, which of the claimed rows form one message: all of them, or each its own. A later try sends
 * the same rows under the same name, also when further rows of the bundle have come since.
 */
async function nameMessages(
  database: Database,
  claim: string,
  which: OneOrEach,
): Promise<readonly NamedRow[]> {
  return database.write(async ({ db }) => {
    await database.dialect.lock(db, 'outbox');
    const { first } = await db
      .selectFrom('outbox')
      .select((row) => row.fn.min('id').as('first'))
      .where('claim', '=', claim)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('outbox')
      .set({ message: which === 'one' ? first : sql.ref('id') })
      .where('claim', '=', claim)
      .where('message', 'is', null)
      .execute();
    const rows = await db.selectFrom('outbox').selectAll().where('claim', '=', claim).execute();
    return rows
      .map(toOutboxRow)
      .toSorted(byAge)
      .flatMap((row) => (row.message === null ? [] : [{ ...row, message: row.message }]));
  });
}

/** Ends the claim on a message, or on all that the claim still has. A claim that has passed to another process changes nothing. */
async function settleRows(
  database: Database,
  claim: string,
  message: string | null,
  settlement: OutboxSettlement,
): Promise<void> {
  await database.write(async ({ db }) => {
    await database.dialect.lock(db, 'outbox');
    await db
      .updateTable('outbox')
      .set({ claim: null, claimed_until: null, ...changeOf(settlement) })
      .$if(settlement.state !== 'postponed', (rows) => rows.set({ attempts: sql`attempts + 1` }))
      .where('claim', '=', claim)
      .$if(message !== null, (rows) => rows.where('message', '=', message))
      .execute();
  });
}

function changeOf(settlement: OutboxSettlement) {
  switch (settlement.state) {
    case 'sent':
      return { state: 'sent' as const, sent_at: settlement.at, last_error: null };
    case 'dead':
      return { state: 'dead' as const, last_error: storableText(settlement.error) };
    case 'waiting':
      return { next_try: settlement.nextTry, last_error: storableText(settlement.error) };
    case 'postponed':
      return { next_try: settlement.nextTry };
  }
}

const byAge = (a: OutboxRow, b: OutboxRow): number => a.at - b.at || (a.id < b.id ? -1 : 1);

const toOutboxRow = (row: Selectable<OutboxTable>): OutboxRow => ({
  id: row.id,
  projectId: row.project_id,
  occasion: row.occasion,
  channel: row.channel,
  bundle: row.bundle,
  told: row.told,
  at: row.at,
  deliverAfter: row.deliver_after,
  state: row.state,
  attempts: row.attempts,
  nextTry: row.next_try,
  message: row.message,
  lastError: row.last_error,
  sentAt: row.sent_at,
});

export function outbox(database: Database): Outbox {
  return {
    add: (projectId, rows) => database.write((writing) => insertOutbox(writing, projectId, rows)),
    claim: (request) => claimNext(database, request),
    nameMessages: (claim, which) => nameMessages(database, claim, which),
    settle: (claim, message, settlement) => settleRows(database, claim, message, settlement),
    list: ({ projectId, state, limit }) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('outbox')
          .selectAll()
          .$if(projectId !== undefined, (each) => each.where('project_id', '=', projectId ?? 0))
          .$if(state !== undefined, (each) => each.where('state', '=', state ?? 'waiting'))
          .orderBy('at', 'desc')
          .orderBy('id')
          .limit(limit)
          .execute();
        return rows.map(toOutboxRow);
      }),
    retry: ({ id, projectId, now }) =>
      database.write(async ({ db }) => {
        await database.dialect.lock(db, 'outbox');
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ state: 'waiting', attempts: 0, next_try: now })
          .$if(projectId !== undefined, (rows) => rows.where('project_id', '=', projectId ?? 0))
          .$if(id === undefined, (rows) => rows.where('state', '=', 'dead'))
          .$if(id !== undefined, (rows) => rows.where('state', '<>', 'sent').where('id', 'like', `${id}%`))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
    removeSent: (before) =>
      database.write(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('outbox')
          .where('state', '=', 'sent')
          .where('sent_at', '<', before)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
    unsent: () =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('outbox')
          .select('state')
          .select((row) => [row.fn.countAll().as('count'), row.fn.min('deliver_after').as('oldest')])
          .where('state', 'in', ['waiting', 'dead'])
          .groupBy('state')
          .execute();
        const rowOf = (state: OutboxState) => rows.find((row) => row.state === state);
        const waiting = rowOf('waiting');
        return {
          waiting: Number(waiting?.count ?? 0),
          dead: Number(rowOf('dead')?.count ?? 0),
          oldestWaiting: waiting === undefined ? null : Number(waiting.oldest),
        };
      }),
    instanceId: () =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('meta')
          .select('value')
          .where('key', '=', 'instance_id')
          .executeTakeFirstOrThrow();
        return row.value;
      }),
  };
}

export const notificationsPart: StorePart = {
  name: 'notifications',
  version: 1,
  tables: [outboxTable],
  assemble: ({ database }) => ({ outbox: outbox(database) }),
  calls: {
    outbox: {
      add: 'writer',
      claim: 'writer',
      nameMessages: 'writer',
      settle: 'writer',
      list: 'here',
      retry: 'writer',
      removeSent: 'writer',
      unsent: 'here',
      instanceId: 'here',
    },
  } satisfies CallPlaces<'outbox'>,
  commit: rowsOfVisits,
};
