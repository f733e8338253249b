import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import { addLine } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { toRecord, toRow } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { StoredUser, UserSession } from './people-tables.ts';
import { change, endLogins, setPassword, toUser, userWithId } from './user-accounts.ts';

/** Sessions and one-time links. */
export const logins = (database: Database) => ({
  /** Null when there is none, or when it has expired. */
  findSession: (
    hash: Uint8Array,
    now: number,
  ): Promise<{ readonly session: UserSession; readonly user: StoredUser } | null> =>
    database.read(async (db) => {
      const row = await db
        .selectFrom('user_session')
        .innerJoin('user_account', 'user_account.id', 'user_session.user_id')
        .selectAll('user_session')
        // In one statement: a version that is read later may belong to a new password, which ended this session.
        .select('credential_version')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { credentialVersion, ...session } = toRecord(row);
      const user = await userWithId(db, session.userId);
      return user === null ? null : { session, user: { ...user, credentialVersion } };
    }),
  /** Sessions that have not expired, newest first. */
  sessionsOf: (userId: number, now: number): Promise<readonly UserSession[]> =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom('user_session')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toRecord);
    }),
  startSession: (session: UserSession, note: AuditNote) =>
    change(database, note, async (db) => {
      // Expired sessions are of no use; remove them when a new one is added.
      await db.deleteFrom('user_session').where('expires_at', '<=', session.createdAt).execute();
      const [address, agent] = [storableText(session.address), storableText(session.agent)];
      await db
        .insertInto('user_session')
        .values(toRow({ ...session, address, agent }))
        .execute();
    }),
  renewSession: (hash: Uint8Array, seenAt: number, expiresAt: number) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('user_session')
        .set({ seen_at: seenAt, expires_at: expiresAt })
        .where('hash', '=', hash)
        .execute();
    }),
  endSession: (hash: Uint8Array, note: AuditNote) =>
    database.write(async ({ db }) => {
      // Does not check that the account is unchanged: a log-out is never refused.
      await db.deleteFrom('user_session').where('hash', '=', hash).execute();
      await addLine({ db }, note);
    }),
  /** Ends all sessions of the user, and removes their tokens unless `keepTokens` is set. */
  endSessionsOf: (userId: number, keepTokens: boolean, note: AuditNote) =>
    change(database, note, (db) => endLogins(db, userId, keepTokens)),
  /** The user of a one-time link; null when the link was used, or has expired. */
  linkOwner: (hash: Uint8Array, now: number): Promise<StoredUser | null> =>
    database.read(async (db) => {
      const row = await db
        .selectFrom('user_link')
        .innerJoin('user_account', 'user_account.id', 'user_link.user_id')
        .selectAll('user_account')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row === undefined ? null : toUser(row);
    }),
  /** Whether the user has a link that can still be used. */
  hasLink: (userId: number, now: number): Promise<boolean> =>
    database.read(async (db) => {
      const links = db.selectFrom('user_link').select('user_id').where('user_id', '=', userId);
      return (await links.where('expires_at', '>', now).executeTakeFirst()) !== undefined;
    }),
  /** Replaces older links of the user. */
  keepLink: (
    link: { readonly hash: Uint8Array; readonly userId: number; readonly expiresAt: number },
    note: AuditNote,
  ) =>
    change(database, note, async (db) => {
      await db.deleteFrom('user_link').where('user_id', '=', link.userId).execute();
      await db.insertInto('user_link').values(toRow(link)).execute();
    }),
  /** Uses the link up, sets the password and ends all sessions; also removes all tokens if there was a password. Null if the link is not valid. */
  redeemLink: (
    hash: Uint8Array,
    password: string,
    note: Omit<AuditNote, 'actor' | 'subject'>,
  ): Promise<StoredUser | null> =>
    database.write(async ({ db }) => {
      // If two callers use the same link at once, the second one finds no row.
      const link = await db
        .deleteFrom('user_link')
        .where('hash', '=', hash)
        .where('expires_at', '>', note.at)
        .returning('user_id')
        .executeTakeFirst();
      if (link === undefined) return null;
      const before = await userWithId(db, link.user_id);
      // Keeps the tokens at the first password: it replaces none that could have been stolen.
      await setPassword(db, link.user_id, password, before?.password === null);
      const row = await db
        .selectFrom('user_account')
        .selectAll()
        .where('id', '=', link.user_id)
        .executeTakeFirstOrThrow();
      await addLine({ db }, { ...note, actor: row.name, subject: row.name });
      return toUser(row);
    }),
});
