import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, RowWriting } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { CommitPart, StorePart } from '../../../database/store-part.ts';
import {
  insertInto,
  integer,
  orNull,
  type RecordOf,
  type RowOf,
  type TablesOf,
  table,
  text,
  textOf,
  toRecord,
} from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';

declare module '../../../crawl/tables/crawl-commit.ts' {
  interface FeatureRows {
    /** The notifications about a batch; sent after the commit. A row that already exists stays unchanged. */
    readonly outbox?: readonly NewOutboxRow[];
  }
}

/** `dead`: given up, but still stored, so that users can see it and send it again. */
export type OutboxState = 'waiting' | 'sent' | 'dead';

interface ClaimRequest {
  /** Names this claim; no other claim may have the same name. */
  readonly claim: string;
  readonly now: number;
  /** Until then no other claim gets the rows; afterwards they are free again, even if the process was killed. */
  readonly until: number;
  /** True claims rows whose last claim expired because its process died; this counts as an attempt. False claims all other rows. */
  readonly abandoned: boolean;
  /** Projects whose messages are being sent; default: none. Projects of other users come first: channels that hang hold up only those who have them. */
  readonly busy?: readonly number[];
}

/** The result of sending a message. `postponed` does not count as an attempt. */
export type OutboxSettlement =
  | { readonly state: 'sent'; readonly at: number }
  | { readonly state: 'waiting'; readonly nextTry: number; readonly error: string }
  | { readonly state: 'dead'; readonly error: string }
  | { readonly state: 'postponed'; readonly nextTry: number };

/** Messages to send, one row for each notification and channel. */
const outboxTable = table(
  'outbox',
  {
    /** Hexadecimal digits, computed from project, notification and channel, so that the same row always has the same id. */
    id: text,
    project_id: integer,
    /** The key of the notification, unique within the project and channel. */
    notification: text,
    channel: text,
    /** Rows of one bundle may be sent as one message. */
    bundle: text,
    /** The notification as JSON. */
    content: text,
    at: integer,
    deliver_after: integer,
    state: textOf<OutboxState>(),
    attempts: integer,
    next_try: integer,
    /** The message that the row is part of; null before the first try. */
    message: orNull(text),
    /** The claim of the process that sends the row, and when it expires. */
    claim: orNull(text),
    claimed_until: orNull(integer),
    last_error: orNull(text),
    sent_at: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX outbox_notification ON outbox (project_id, notification, channel)',
      'INDEX outbox_due ON outbox (state, next_try)',
    ],
  },
);

export type OutboxRow = Omit<RecordOf<typeof outboxTable>, 'claim' | 'claimedUntil'>;

/** A notification for one channel, as committed with the visit that found it. */
export type NewOutboxRow = Pick<
  OutboxRow,
  'id' | 'notification' | 'channel' | 'bundle' | 'content' | 'at' | 'deliverAfter'
>;

declare module '../../../database/store.ts' {
  interface Store {
    readonly outbox: ReturnType<typeof outbox>;
  }
}

/** A notification that already has a row is not sent again, whatever the state of the row is. */
const insertRow = insertInto(outboxTable, {
  shared: ['project_id'],
  without: ['message', 'claim', 'claimed_until', 'last_error', 'sent_at'],
  conflict: 'ON CONFLICT DO NOTHING',
});

async function insertOutbox(
  writing: RowWriting,
  projectId: number,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  const fresh = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .map((row) => ({ ...row, state: 'waiting' as const, attempts: 0, nextTry: row.deliverAfter }));
  await writing.bulk(insertRow, insertRow.rows(fresh, { projectId }));
}

/** Rows are committed together with what they report. */
const rowsOfVisits: CommitPart = {
  name: 'outbox',
  write: (writing, { projectId }, rows: readonly NewOutboxRow[]) => insertOutbox(writing, projectId, rows),
};

/** More rows than this never become one message. */
const mostInClaim = 10_000;

/** Claims the rows that are sent together next: a message that was tried before, or all new rows of a bundle. */
async function claimNext(
  database: Database,
  { claim, now, until, abandoned, busy = [] }: ClaimRequest,
): Promise<readonly OutboxRow[]> {
  return database.write(async ({ db }) => {
    await database.dialect.lock(db, 'outbox');
    const next = dueRows(db, now, abandoned)
      .select(['project_id', 'channel', 'bundle', 'message'])
      .orderBy('next_try')
      .orderBy('id')
      .limit(1);
    const ofOthers =
      busy.length === 0
        ? undefined
        : await next.where('project_id', 'not in', ofSameUsers(db, busy)).executeTakeFirst();
    const first = ofOthers ?? (await next.executeTakeFirst());
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

/** These projects, and all others of their owners. */
function ofSameUsers(db: Kysely<Tables>, projects: readonly number[]) {
  const owners = db
    .selectFrom('project_access')
    .select('user_id')
    .where('access', '=', 'own')
    .where('project_id', 'in', projects);
  return db
    .selectFrom('project')
    .select('id')
    .where((project) =>
      project.or([
        project('id', 'in', projects),
        project(
          'id',
          'in',
          db
            .selectFrom('project_access')
            .select('project_id')
            .where('access', '=', 'own')
            .where('user_id', 'in', owners),
        ),
      ]),
    );
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
 * Stores, before anything is sent, which of the claimed rows form one message: all of them, or each its own. A later try sends
 * the same rows under the same name, even if the bundle has more rows by then.
 */
async function nameMessages(
  database: Database,
  claim: string,
  which: 'one' | 'each',
): Promise<readonly (OutboxRow & { readonly message: string })[]> {
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

/** Ends the claim on a message, or on all rows that the claim still holds. Changes nothing if another process has claimed the rows since. */
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

const toOutboxRow = ({ claim: _, claimed_until: _until, ...row }: Selectable<RowOf<typeof outboxTable>>) =>
  toRecord(row);

interface OutboxListing {
  readonly projectId?: number | undefined;
  readonly state?: OutboxState | undefined;
  readonly limit: number;
  /** How many rows to skip, because earlier parts of the list had them. */
  readonly skip?: number;
}

/** Messages to send. Rows are committed together with the visits they report (`CrawlCommit.outbox`), and sent afterwards. */
function outbox(database: Database) {
  return {
    /** For rows that come from no visit: tests and reminders. Rows that already exist stay unchanged. */
    add: (projectId: number, rows: readonly NewOutboxRow[]) =>
      database.write((writing) => insertOutbox(writing, projectId, rows)),
    /** Oldest first; empty when nothing is due. Two claims never hold the same row at the same time. */
    claim: (request: ClaimRequest) => claimNext(database, request),
    /** Must be called before the first try, so that each further try sends the same message. Rows that already have a message keep it. */
    nameMessages: (claim: string, which: 'one' | 'each') => nameMessages(database, claim, which),
    /** Ends the claim on one message, or with null on all rows that the claim still holds. */
    settle: (claim: string, message: string | null, settlement: OutboxSettlement) =>
      settleRows(database, claim, message, settlement),
    /** Newest first. */
    list: ({ projectId, state, limit, skip = 0 }: OutboxListing) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('outbox')
          .selectAll()
          .$if(projectId !== undefined, (each) => each.where('project_id', '=', projectId ?? 0))
          .$if(state !== undefined, (each) => each.where('state', '=', state ?? 'waiting'))
          .orderBy('at', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(skip)
          .execute();
        return rows.map(toOutboxRow);
      }),
    /** Makes dead rows due again, or the unsent rows whose id begins with `id`; of one project if it is given. Returns how many. */
    retry: ({
      id,
      projectId,
      now,
    }: {
      readonly id?: string | undefined;
      readonly projectId?: number;
      readonly now: number;
    }) =>
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
    /** Removes rows that were sent before this time; dead rows stay. Returns how many. */
    removeSent: (before: number) =>
      database.write(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('outbox')
          .where('state', '=', 'sent')
          .where('sent_at', '<', before)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
    /** How many rows are not sent yet, and how many were given up. */
    unsent: () =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('outbox')
          .select('state')
          .select((row) => [
            row.fn.countAll().as('count'),
            row.fn.min('deliver_after').as('oldest'),
            row.fn.min('next_try').as('next'),
          ])
          .where('state', 'in', ['waiting', 'dead'])
          .groupBy('state')
          .execute();
        const rowOf = (state: OutboxState) => rows.find((row) => row.state === state);
        const waiting = rowOf('waiting');
        return {
          waiting: Number(waiting?.count ?? 0),
          dead: Number(rowOf('dead')?.count ?? 0),
          /** The earliest planned delivery time of the waiting rows; in the future for digests; null when none waits. */
          oldestWaiting: waiting === undefined ? null : Number(waiting.oldest),
          /** When the next try is due; null when none waits. */
          nextTry: waiting === undefined ? null : Number(waiting.next),
        };
      }),
    /** Identifies this database. */
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

const tables = [outboxTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const notificationsPart: StorePart = {
  name: 'notifications',
  version: 1,
  tables,
  assemble: ({ database }) => ({ outbox: outbox(database) }),
  writes: {
    outbox: ['add', 'claim', 'nameMessages', 'settle', 'retry', 'removeSent'],
  },
  commit: rowsOfVisits,
};
