import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import { accountChanged, addLine, requireStanding, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import type { Tables } from '../../../database/schema.ts';
import { toRecord } from '../../../database/table.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { UserRole } from '../../../http/people/may-do.ts';
import type { ExternalIdentity, StoredUser } from './people-tables.ts';

/** Makes a change and writes its line of the audit log in one transaction. Throws STORE_ACCOUNT_CHANGED when `note.standing` is no longer valid. */
export const change = <T>(
  database: Database,
  note: AuditNote,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  database.write(async ({ db }) => {
    await requireStanding({ db }, note);
    const result = await work(db);
    await addLine({ db }, note);
    return result;
  });

export function toUser({ issuer, subject, ...row }: Selectable<Tables['user_account']>): StoredUser {
  return { ...toRecord(row), external: issuer === null || subject === null ? null : { issuer, subject } };
}

export async function userWithId(db: Kysely<Tables>, id: number): Promise<StoredUser | null> {
  const row = await db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/** Also ends all sessions, tokens and links: a new password is a reason to distrust sessions, and what they may have created. */
export async function setPassword(
  db: Transaction<Tables>,
  userId: number,
  password: string,
  keepTokens: boolean,
): Promise<void> {
  await db.updateTable('user_account').set({ password }).where('id', '=', userId).execute();
  await endLogins(db, userId, keepTokens);
  await db.deleteFrom('user_link').where('user_id', '=', userId).execute();
}

export async function endLogins(db: Transaction<Tables>, userId: number, keepTokens: boolean): Promise<void> {
  // Comes first: a concurrent transaction that adds a session either has locked the row, so that we wait for it here, or finds another version.
  await raiseCredentialVersion(db, userId);
  await db.deleteFrom('user_session').where('user_id', '=', userId).execute();
  if (!keepTokens) await db.deleteFrom('api_token').where('user_id', '=', userId).execute();
}

const raiseCredentialVersion = (db: Transaction<Tables>, userId: number) =>
  db
    .updateTable('user_account')
    .set({ credential_version: sql`credential_version + 1` })
    .where('id', '=', userId)
    .execute();

async function linkTo(db: Transaction<Tables>, userId: number, external: ExternalIdentity): Promise<void> {
  const { issuer, subject } = external;
  const other = await db
    .selectFrom('user_account')
    .select('name')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('id', '!=', userId)
    .executeTakeFirst();
  if (other !== undefined)
    throw new StoreError(
      'STORE_NAME_TAKEN',
      `"${subject}" of ${issuer} is the user "${other.name}" here. Remove that user first: tidemark users rm ${other.name}`,
    );
  await db.updateTable('user_account').set({ issuer, subject }).where('id', '=', userId).execute();
  await raiseCredentialVersion(db, userId);
}

/** Without an administrator no one could create one. Called after the change; if it throws, the change is rolled back. */
async function requireAdministrator(db: Transaction<Tables>): Promise<void> {
  const left = await db
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst();
  if (left !== undefined) return;
  throw new StoreError(
    'STORE_LAST_ADMINISTRATOR',
    'This is the last administrator. Make another user an administrator first.',
  );
}

type UserChange = {
  readonly role?: UserRole;
  readonly password?: string;
  readonly keepTokens?: boolean;
  readonly external?: ExternalIdentity;
};

export const userAccounts = (database: Database) => ({
  findUser: (who: string | number | ExternalIdentity): Promise<StoredUser | null> =>
    database.read(async (db) => {
      const users = db.selectFrom('user_account').selectAll();
      const row = await (typeof who === 'number'
        ? users.where('id', '=', who)
        : typeof who === 'string'
          ? users.where('name', '=', storableText(who))
          : users.where('issuer', '=', who.issuer).where('subject', '=', who.subject)
      ).executeTakeFirst();
      return row === undefined ? null : toUser(row);
    }),
  /** Sorted by name. */
  listUsers: (): Promise<readonly StoredUser[]> =>
    database.read(async (db) =>
      (await db.selectFrom('user_account').selectAll().orderBy('name').execute()).map(toUser),
    ),
  /** Throws STORE_NAME_TAKEN. */
  createUser: (
    { name, role, password, external, createdAt }: Omit<StoredUser, 'id' | 'credentialVersion'>,
    note: AuditNote,
  ): Promise<StoredUser> =>
    database.write(async ({ db }) => {
      const row = await db
        .insertInto('user_account')
        .values({
          id: await takeIds(db, 'user_account', 1),
          name: storableText(name),
          role,
          password,
          issuer: external?.issuer ?? null,
          subject: external?.subject ?? null,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new StoreError(
          'STORE_NAME_TAKEN',
          `There is a user "${name}" already. Choose another name, or change that user.`,
        );
      await writeNote({ db }, note);
      return toUser(row);
    }),
  /**
   * A new password ends all sessions, and all tokens unless they are to be kept. Throws STORE_LAST_ADMINISTRATOR, STORE_NAME_TAKEN
   * for an identity that another user has, and STORE_ACCOUNT_CHANGED for a user who is gone.
   */
  changeUser: (
    userId: number,
    { role, password, keepTokens = false, external }: UserChange,
    note: AuditNote,
  ): Promise<StoredUser> =>
    database.write(async ({ db }) => {
      await database.dialect.lock(db, 'people');
      await requireStanding({ db }, note);
      if (password !== undefined) await setPassword(db, userId, password, keepTokens);
      if (external !== undefined) await linkTo(db, userId, external);
      if (role !== undefined) {
        await db.updateTable('user_account').set({ role }).where('id', '=', userId).execute();
        await requireAdministrator(db);
      }
      const changed = await userWithId(db, userId);
      if (changed === null) throw accountChanged();
      await addLine({ db }, note);
      return changed;
    }),
  /** Stores the same password with stronger parameters; this is not a change by the user. */
  rehashPassword: (userId: number, from: string, to: string) =>
    database.write(async ({ db }) => {
      // Not if the user has changed the password meanwhile.
      await db
        .updateTable('user_account')
        .set({ password: to })
        .where('id', '=', userId)
        .where('password', '=', from)
        .execute();
    }),
  /** Throws STORE_LAST_ADMINISTRATOR. */
  removeUser: (userId: number, note: AuditNote) =>
    database.write(async ({ db }) => {
      await database.dialect.lock(db, 'people');
      await requireStanding({ db }, note);
      // Sessions, links, tokens and project access are deleted with the row.
      await db.deleteFrom('user_account').where('id', '=', userId).execute();
      await requireAdministrator(db);
      await addLine({ db }, note);
    }),
});
