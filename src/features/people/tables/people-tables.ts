import type { userAccountTable } from '../../../crawl/tables/accounts.ts';
import {
  bytes,
  integer,
  orNull,
  type RecordOf,
  references,
  table,
  text,
  textOf,
} from '../../../database/table.ts';
import type { TokenScope } from '../../../http/people/may-do.ts';

export interface StoredUser extends Omit<RecordOf<typeof userAccountTable>, 'issuer' | 'subject'> {
  /** The identity of this user at an OpenID Connect provider or for the proxy; null for users who never came from one. */
  readonly external: ExternalIdentity | null;
}

export interface ExternalIdentity {
  /** The address of the provider, or `proxy`. */
  readonly issuer: string;
  readonly subject: string;
}

/** Issuer of the identities that the operator's proxy names in a header. */
export const proxyIssuer = 'proxy';

/** A browser in which a user is logged in. `hash` is the hash of the cookie's value, so the database cannot be used to log in. */
export const userSessionTable = table(
  'user_session',
  {
    hash: bytes,
    user_id: references(integer, 'user_account.id'),
    created_at: integer,
    /** When it was last used, to within a few minutes. */
    seen_at: integer,
    expires_at: integer,
    address: text,
    agent: text,
  },
  { key: ['hash'], indexes: ['INDEX user_session_user ON user_session (user_id)'], backup: false },
);
export type UserSession = RecordOf<typeof userSessionTable>;

/** One-time links, with which a user chooses a password. */
export const userLinkTable = table(
  'user_link',
  {
    hash: bytes,
    user_id: references(integer, 'user_account.id'),
    expires_at: integer,
  },
  { key: ['hash'], backup: false },
);

export const apiTokenTable = table(
  'api_token',
  {
    id: integer,
    hash: bytes,
    user_id: references(integer, 'user_account.id'),
    name: text,
    /** The first characters of the token, to recognise it. */
    hint: text,
    scope: textOf<TokenScope>(),
    /** The only project that the token gives access to; null for all projects of its user. */
    project_id: orNull(integer),
    created_at: integer,
    expires_at: integer,
    used_at: orNull(integer),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX api_token_hash ON api_token (hash)',
      'INDEX api_token_user ON api_token (user_id)',
    ],
    takesIds: true,
  },
);
export type ApiToken = Omit<RecordOf<typeof apiTokenTable>, 'hash'>;

export const loginAttemptTable = table(
  'login_attempt',
  {
    key: bytes,
    failures: integer,
    at: integer,
    blocked_until: integer,
  },
  { key: ['key'], indexes: ['INDEX login_attempt_at ON login_attempt (at)'], backup: false },
);
