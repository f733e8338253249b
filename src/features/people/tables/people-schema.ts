import { sql } from 'kysely';
import { createAuditLog } from '../../../crawl/tables/audit-log.ts';
import type { Migration } from '../../../database/database.ts';

const createUserAccount: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('user_account')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('password', text)
    .addColumn('issuer', text)
    .addColumn('subject', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addUniqueConstraint('user_account_external', ['issuer', 'subject'])
    .execute();
};

/** What lets a user in: sessions, links and tokens. They go with the user. */
const createEntrances: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('user_session')
    .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) =>
      column.notNull().references('user_account.id').onDelete('cascade'),
    )
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('agent', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('user_session_user').on('user_session').column('user_id').execute();
  await db.schema
    .createTable('user_link')
    .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) =>
      column.notNull().references('user_account.id').onDelete('cascade'),
    )
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_token')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('hash', bytes, (column) => column.notNull().unique())
    .addColumn('user_id', integer, (column) =>
      column.notNull().references('user_account.id').onDelete('cascade'),
    )
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('hint', text, (column) => column.notNull())
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('project_id', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('used_at', integer)
    .execute();
  await db.schema.createIndex('api_token_user').on('api_token').column('user_id').execute();
};

/**
 * Users who came by the proxy were known by their name alone, as those who have a password here. The audit log says who came so: the line is
 * written with the user, some milliseconds before or after.
 */
export const nameProxyUsers: Migration = async (db) => {
  await sql`update user_account set issuer = 'proxy', subject = name
    where password is null and issuer is null and exists (
      select 1 from audit_entry where audit_entry.action = 'add user' and audit_entry.subject = user_account.name
        and audit_entry.detail = 'reader, named by a proxy' and audit_entry.actor = user_account.name
        and audit_entry.at between user_account.created_at - 5000 and user_account.created_at + 5000
    )`.execute(db);
};

/** See `Standing`. */
export const addCredentialVersion: Migration = async (db, { integer }) => {
  await db.schema
    .alterTable('user_account')
    .addColumn('credential_version', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};

/** Users, their sessions and tokens, what they share, and the audit log. */
export const createPeople: Migration = async (db, dialect) => {
  const { integer, text, bytes } = dialect;
  await createUserAccount(db, dialect);
  await createEntrances(db, dialect);
  await db.schema
    .createTable('project_share')
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('user_id', integer, (column) =>
      column.notNull().references('user_account.id').onDelete('cascade'),
    )
    .addColumn('access', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('project_share_key', ['user_id', 'project_id'])
    .execute();
  await db.schema.createIndex('project_share_project').on('project_share').column('project_id').execute();
  await db.schema
    .createTable('login_attempt')
    .addColumn('key', bytes, (column) => column.primaryKey().notNull())
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('blocked_until', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('login_attempt_at').on('login_attempt').column('at').execute();
  await createAuditLog(db, dialect);
  await db
    .insertInto('id_block')
    .values((['user_account', 'api_token'] as const).map((name) => ({ name, next: 1 })))
    .execute();
};
