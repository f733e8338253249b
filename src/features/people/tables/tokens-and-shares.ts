import type { Selectable } from 'kysely';
import { addLine, requireStanding } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { PeopleReads, PeopleWrites } from './people.ts';
import type { ApiToken, ProjectShare } from './people-records.ts';
import type { ApiTokenTable } from './people-tables.ts';
import { userWithId } from './user-accounts.ts';

type GrantReads = Pick<PeopleReads, 'findToken' | 'tokensOf' | 'sharesOf' | 'sharedWith'>;
type GrantWrites = Pick<PeopleWrites, 'createToken' | 'noteTokenUse' | 'removeToken' | 'shareProject'>;

const toToken = (row: Selectable<ApiTokenTable>): ApiToken => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  hint: row.hint,
  scope: row.scope,
  projectId: row.project_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});

const toShare = (row: Selectable<Tables['project_share']>): ProjectShare => ({
  projectId: row.project_id,
  userId: row.user_id,
  access: row.access,
});

export function tokensAndShares(database: Database): GrantReads & GrantWrites {
  return {
    findToken: (hash, now) =>
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
        const user = await userWithId(db, row.user_id);
        if (user === null) return null;
        return { token: toToken(row), user: { ...user, credentialVersion: row.credential_version } };
      }),
    tokensOf: (userId) =>
      database.read(async (db) =>
        (
          await db
            .selectFrom('api_token')
            .selectAll()
            .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
            .orderBy('id', 'desc')
            .execute()
        ).map(toToken),
      ),
    sharesOf: (projectId) =>
      database.read(async (db) =>
        (
          await db
            .selectFrom('project_share')
            .selectAll()
            .where('project_id', '=', projectId)
            .orderBy('user_id')
            .execute()
        ).map(toShare),
      ),
    sharedWith: (userId) =>
      database.read(async (db) =>
        (
          await db
            .selectFrom('project_share')
            .selectAll()
            .where('user_id', '=', userId)
            .orderBy('project_id')
            .execute()
        ).map(toShare),
      ),
    createToken: (token, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        const row = await db
          .insertInto('api_token')
          .values({
            id: await takeIds(db, 'api_token', 1),
            hash: token.hash,
            user_id: token.userId,
            name: storableText(token.name),
            hint: token.hint,
            scope: token.scope,
            project_id: token.projectId,
            created_at: token.createdAt,
            expires_at: token.expiresAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await addLine({ db }, note);
        return toToken(row);
      }),
    noteTokenUse: (tokenId, at) =>
      database.write(async ({ db }) => {
        await db.updateTable('api_token').set({ used_at: at }).where('id', '=', tokenId).execute();
      }),
    removeToken: (tokenId, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        await db.deleteFrom('api_token').where('id', '=', tokenId).execute();
        await addLine({ db }, note);
      }),
    shareProject: (projectId, userId, access, note) =>
      database.write(async ({ db }) => {
        await requireStanding({ db }, note);
        await (access === null
          ? db
              .deleteFrom('project_share')
              .where('project_id', '=', projectId)
              .where('user_id', '=', userId)
              .execute()
          : db
              .insertInto('project_share')
              .values({ project_id: projectId, user_id: userId, access })
              .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet({ access }))
              .execute());
        await addLine({ db }, note);
      }),
  };
}
