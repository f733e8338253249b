import type { projectAccessTable } from '../../../crawl/tables/accounts.ts';
import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { type RecordOf, toRecord, toRow } from '../../../database/table.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { ProjectAccess } from '../../../http/people/may-do.ts';
import type { ApiToken, StoredUser } from './people-tables.ts';
import { change, userWithId } from './user-accounts.ts';

type UserAccess = RecordOf<typeof projectAccessTable>;

export const tokensAndAccess = (database: Database) => ({
  /** Null when there is none, or when it has expired. */
  findToken: (
    hash: Uint8Array,
    now: number,
  ): Promise<{ readonly token: ApiToken; readonly user: StoredUser } | null> =>
    database.read(async (db) => {
      const row = await db
        .selectFrom('api_token')
        .innerJoin('user_account', 'user_account.id', 'api_token.user_id')
        .selectAll('api_token')
        // In one statement, as for sessions.
        .select('credential_version')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { credentialVersion, hash: _, ...token } = toRecord(row);
      const user = await userWithId(db, token.userId);
      return user === null ? null : { token, user: { ...user, credentialVersion } };
    }),
  /** Tokens of one user, or with null of all users; also expired ones, newest first. */
  tokensOf: (userId: number | null): Promise<readonly ApiToken[]> =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom('api_token')
        .selectAll()
        .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ hash: _, ...row }) => toRecord(row));
    }),
  accessToProject: (projectId: number): Promise<readonly UserAccess[]> =>
    database.read(async (db) => {
      const users = db.selectFrom('project_access').selectAll().where('project_id', '=', projectId);
      return (await users.orderBy('user_id').execute()).map(toRecord);
    }),
  accessOfUser: (userId: number): Promise<readonly UserAccess[]> =>
    database.read(async (db) => {
      const projects = db.selectFrom('project_access').selectAll().where('user_id', '=', userId);
      return (await projects.orderBy('project_id').execute()).map(toRecord);
    }),
  createToken: (
    token: Omit<ApiToken, 'id' | 'usedAt'> & { readonly hash: Uint8Array },
    note: AuditNote,
  ): Promise<ApiToken> =>
    change(database, note, async (db) => {
      const { hash: _, ...row } = await db
        .insertInto('api_token')
        .values(toRow({ ...token, id: await takeIds(db, 'api_token', 1), name: storableText(token.name) }))
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRecord(row);
    }),
  noteTokenUse: (tokenId: number, at: number) =>
    database.write(async ({ db }) => {
      await db.updateTable('api_token').set({ used_at: at }).where('id', '=', tokenId).execute();
    }),
  removeToken: (tokenId: number, note: AuditNote) =>
    change(database, note, async (db) => {
      await db.deleteFrom('api_token').where('id', '=', tokenId).execute();
    }),
  /** Null takes the access away. */
  setAccess: (projectId: number, userId: number, access: ProjectAccess | null, note: AuditNote) =>
    change(database, note, async (db) => {
      await (access === null
        ? db
            .deleteFrom('project_access')
            .where('project_id', '=', projectId)
            .where('user_id', '=', userId)
            .execute()
        : db
            .insertInto('project_access')
            .values({ project_id: projectId, user_id: userId, access })
            .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet({ access }))
            .execute());
    }),
});
