import type { Selectable } from 'kysely';
import { addLine, requireStanding } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { PeopleReads, PeopleWrites } from './people.ts';
import type { UserSession } from './people-records.ts';
import type { UserSessionTable } from './people-tables.ts';
import { endLogins, setPassword, toUser, userWithId } from './user-accounts.ts';

type SessionReads = Pick<PeopleReads, 'findSession' | 'sessionsOf' | 'linkOwner' | 'hasLink'>;
type SessionWrites = Pick<
  PeopleWrites,
  'startSession' | 'renewSession' | 'endSession' | 'endSessionsOf' | 'keepLink' | 'redeemLink'
>;

const toSession = (row: Selectable<UserSessionTable>): UserSession => ({
  hash: row.hash,
  userId: row.user_id,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  address: row.address,
  agent: row.agent,
});

function sessions(database: Database): Omit<SessionReads & SessionWrites, keyof ReturnType<typeof links>> {
  return {
    findSession: (hash, now) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('user_session')
          .innerJoin('user_account', 'user_account.id', 'user_session.user_id')
          .selectAll('user_session')
          // In one statement: a version that is read later may be that of a password which ended this session.
          .select('credential_version')
          .where('hash', '=', hash)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (row === undefined) return null;
        const user = await userWithId(db, row.user_id);
        if (user === null) return null;
        return { session: toSession(row), user: { ...user, credentialVersion: row.credential_version } };
      }),
    sessionsOf: (userId, now) =>
      database.read(async (db) =>
        (
          await db
            .selectFrom('user_session')
            .selectAll()
            .where('user_id', '=', userId)
            .where('expires_at', '>', now)
            .orderBy('created_at', 'desc')
            .execute()
        ).map(toSession),
      ),
    startSession: (session, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        // Expired sessions are of no use to anybody; this is when there may be a new one in their place.
        await db.deleteFrom('user_session').where('expires_at', '<=', session.createdAt).execute();
        await db
          .insertInto('user_session')
          .values({
            hash: session.hash,
            user_id: session.userId,
            created_at: session.createdAt,
            seen_at: session.seenAt,
            expires_at: session.expiresAt,
            address: storableText(session.address),
            agent: storableText(session.agent),
          })
          .execute();
        await addLine({ db }, note);
      }),
    renewSession: (hash, seenAt, expiresAt) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('user_session')
          .set({ seen_at: seenAt, expires_at: expiresAt })
          .where('hash', '=', hash)
          .execute();
      }),
    endSession: (hash, note) =>
      database.write(async ({ db }) => {
        // Whatever else changed: nobody is kept from logging out.
        await db.deleteFrom('user_session').where('hash', '=', hash).execute();
        await addLine({ db }, note);
      }),
    endSessionsOf: (userId, keepTokens, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        await endLogins(db, userId, keepTokens);
        await addLine({ db }, note);
      }),
  };
}

function links(
  database: Database,
): Pick<SessionReads & SessionWrites, 'linkOwner' | 'hasLink' | 'keepLink' | 'redeemLink'> {
  return {
    linkOwner: (hash, now) =>
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
    hasLink: (userId, now) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('user_link')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        return row !== undefined;
      }),
    keepLink: ({ hash, userId, expiresAt }, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        await db.deleteFrom('user_link').where('user_id', '=', userId).execute();
        await db.insertInto('user_link').values({ hash, user_id: userId, expires_at: expiresAt }).execute();
        await addLine({ db }, note);
      }),
    redeemLink: (hash, password, note) =>
      database.write(async ({ db }) => {
        // Of two that use the same link at once, the second finds it gone.
        const link = await db
          .deleteFrom('user_link')
          .where('hash', '=', hash)
          .where('expires_at', '>', note.at)
          .returning('user_id')
          .executeTakeFirst();
        if (link === undefined) return null;
        const before = await userWithId(db, link.user_id);
        // The first password replaces nothing that somebody could have stolen.
        await setPassword(db, link.user_id, password, before?.password === null);
        const row = await db
          .selectFrom('user_account')
          .selectAll()
          .where('id', '=', link.user_id)
          .executeTakeFirstOrThrow();
        await addLine({ db }, { ...note, actor: row.name, subject: row.name });
        return toUser(row);
      }),
  };
}

/** Sessions and one-time links. */
export const logins = (database: Database): SessionReads & SessionWrites => ({
  ...sessions(database),
  ...links(database),
});
