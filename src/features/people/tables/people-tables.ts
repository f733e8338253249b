import type { Generated } from 'kysely';
import type { AuditEntry } from '../../../crawl/tables/records.ts';
import type { ProjectAccess, TokenScope, UserRole } from '../../../http/people/may-do.ts';

export interface UserAccountTable {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  readonly password: string | null;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: number;
  readonly credential_version: Generated<number>;
}

export interface UserSessionTable {
  readonly hash: Uint8Array;
  readonly user_id: number;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly address: string;
  readonly agent: string;
}

/** One-time links, with which a user chooses a password. */
interface UserLinkTable {
  readonly hash: Uint8Array;
  readonly user_id: number;
  readonly expires_at: number;
}

export interface ApiTokenTable {
  readonly id: number;
  readonly hash: Uint8Array;
  readonly user_id: number;
  readonly name: string;
  readonly hint: string;
  readonly scope: TokenScope;
  readonly project_id: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}

export interface ProjectShareTable {
  readonly project_id: number;
  readonly user_id: number;
  readonly access: ProjectAccess;
}

interface LoginAttemptTable {
  readonly key: Uint8Array;
  readonly failures: number;
  readonly at: number;
  readonly blocked_until: number;
}

export interface PeopleTables {
  readonly user_account: UserAccountTable;
  readonly user_session: UserSessionTable;
  readonly user_link: UserLinkTable;
  readonly api_token: ApiTokenTable;
  readonly project_share: ProjectShareTable;
  readonly login_attempt: LoginAttemptTable;
  readonly audit_entry: AuditEntry;
}

declare module '../../../database/schema.ts' {
  interface Tables extends PeopleTables {}
}
