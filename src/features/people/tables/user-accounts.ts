import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { accountChanged, addLine, requireStanding, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import type { Tables } from '../../../database/schema.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { PeopleReads, PeopleWrites } from './people.ts';
import type { ExternalIdentity, StoredUser } from './people-records.ts';

type UserReads = Pick<PeopleReads, 'findUser' | 'listUsers'>;
type UserWrites = Pick<PeopleWrites, 'createUser' | 'changeUser' | 'rehashPassword' | 'removeUser'>;

export const toUser = (row: Selectable<Tables['user_account']>): StoredUser => ({
  id: row.id,
  name: row.name,
  role: row.role,
  password: row.password,
  external: row.issuer === null || row.subject === null ? null : { issuer: row.issuer, subject: row.subject },
  createdAt: row.created_at,
  credentialVersion: row.credential_version,
});

export async function userWithId(db: Kysely<Tables>, id: number): Promise<StoredUser | null> {
  const row = await db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/** A new password is a reason to distrust whoever is logged in, and what they may have left behind. */
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
  // First: whoever is about to add a session has locked the row, and is waited for here, or finds another version.
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

/** Without an administrator nobody could make one. Called after the change, which is undone by what this throws. */
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

export function userAccounts(database: Database): UserReads & UserWrites {
  return {
    findUser: (who) =>
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
    listUsers: () =>
      database.read(async (db) =>
        (await db.selectFrom('user_account').selectAll().orderBy('name').execute()).map(toUser),
      ),
    createUser: ({ name, role, password, external, createdAt }, note) =>
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
    changeUser: (userId, { role, password, keepTokens = false, external }, note) =>
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
    rehashPassword: (userId, from, to) =>
      database.write(async ({ db }) => {
        // Not if the user has chosen another one meanwhile.
        await db
          .updateTable('user_account')
          .set({ password: to })
          .where('id', '=', userId)
          .where('password', '=', from)
          .execute();
      }),
    removeUser: (userId, note) =>
      database.write(async ({ db }) => {
        await database.dialect.lock(db, 'people');
        await requireStanding({ db }, note);
        // Sessions, links, tokens and shares go with the row.
        await db.deleteFrom('user_account').where('id', '=', userId).execute();
        await requireAdministrator(db);
        await addLine({ db }, note);
      }),
  };
}
