import type { Database, Writing } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import type { Tables } from '../../database/schema.ts';
import { integer, orNull, type RecordOf, table, text } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';

export const auditEntryTable = table(
  'audit_entry',
  {
    id: integer,
    at: integer,
    /** The name of a user, `operator` for the command line, or `nobody`. Names stay when users are deleted. */
    actor: text,
    /** What was done: `log in`, `add user`. */
    action: text,
    /** What it was done to: a user, a project, a token. */
    subject: text,
    detail: text,
    /** The network address of the request; null for the command line. */
    address: orNull(text),
  },
  { key: ['id'], takesIds: true },
);

/** One line of the audit log: who did what to whom, when and from where. */
type AuditEntry = RecordOf<typeof auditEntryTable>;

/**
 * The rights of a user when a password, a link, a session or a token was checked. A write that follows succeeds only while they are unchanged:
 * hashing takes time, and a body may arrive slowly.
 */
export interface Standing {
  readonly userId: number;
  readonly role: Tables['user_account']['role'];
  readonly credentialVersion: number;
}

/** A line to be written. */
export interface AuditNote extends Omit<AuditEntry, 'id'> {
  /** The rights that the write depends on; left out for the operator, and for what needs no user. */
  readonly standing?: Standing;
}

/** Entries before the given id, newest first. */
export interface AuditPart {
  readonly before?: number;
  readonly limit: number;
}

/** Longer texts could fill the disk. */
const longest = 500;

const kept = (text: string): string => storableText(text.slice(0, longest));

/**
 * Called before a change, in its transaction. The row stays locked until the commit: a password change waits, and then revokes what this change
 * created. Throws STORE_ACCOUNT_CHANGED.
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

/** Adds a line about a change, unless its user has lost the right to it. Throws STORE_ACCOUNT_CHANGED. */
export async function writeNote(writing: Pick<Writing, 'db'>, note: AuditNote): Promise<void> {
  await requireStanding(writing, note);
  await addLine(writing, note);
}

/**
 * Adds a line. The database itself rejects changes and deletions of lines. Users are locked before the ids of lines, never after: two transactions
 * with different orders would wait for each other.
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
