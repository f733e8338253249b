import type { Database, Writing } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { integer, orNull, type RowOf, table, text } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { AuditEntry, AuditNote, AuditPart } from './records.ts';

export const auditEntryTable = table(
  'audit_entry',
  {
    id: integer,
    at: integer,
    actor: text,
    action: text,
    subject: text,
    detail: text,
    address: orNull(text),
  },
  { key: ['id'], takesIds: true },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly audit_entry: RowOf<typeof auditEntryTable>;
  }
}

/** Longer texts would be somebody's attempt to fill the disk. */
const longest = 500;

const kept = (text: string): string => storableText(text.slice(0, longest));

/**
 * Called before a change, in its transaction. The row stays locked until the commit: a new password waits, and then ends what this change
 * made. Throws STORE_ACCOUNT_CHANGED.
 */
export async function requireStanding(
  { db }: Pick<Writing, 'db'>,
  { standing }: Pick<AuditNote, 'standing'>,
): Promise<void> {
  if (standing === undefined) return;
  const { userId, role, credentialVersion } = standing;
  const row = await db
    .updateTable('user_account')
    // Changes nothing, and locks the row on both databases.
    .set({ credential_version: credentialVersion })
    .where('id', '=', userId)
    .where('role', '=', role)
    .where('credential_version', '=', credentialVersion)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw accountChanged();
}

export const accountChanged = (): StoreError =>
  new StoreError(
    'STORE_ACCOUNT_CHANGED',
    'Meanwhile the account got a new password or role, was logged out everywhere, or was removed. Nothing was done. Log in, and try again.',
  );

/** Adds a line about a change, unless whoever makes it has lost the right to. Throws STORE_ACCOUNT_CHANGED. */
export async function writeNote(writing: Pick<Writing, 'db'>, note: AuditNote): Promise<void> {
  await requireStanding(writing, note);
  await addLine(writing, note);
}

/**
 * Adds a line. The database itself refuses to change or delete one. Users are locked before the ids of lines, never after: two transactions that
 * did it the other way round would wait for each other.
 */
export async function addLine({ db }: Pick<Writing, 'db'>, note: AuditNote): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      id: await takeIds(db, 'audit_entry', 1),
      at: note.at,
      actor: kept(note.actor),
      action: kept(note.action),
      subject: kept(note.subject),
      detail: kept(note.detail),
      address: note.address === null ? null : kept(note.address),
    })
    .execute();
}

export const auditLog = (database: Database) => ({
  audit: ({ before, limit }: AuditPart): Promise<readonly AuditEntry[]> =>
    database.read((db) =>
      db
        .selectFrom('audit_entry')
        .selectAll()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    ),
});
