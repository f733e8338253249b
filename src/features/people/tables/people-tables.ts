import {
  bytes,
  integer,
  orNull,
  type RowOf,
  references,
  table,
  text,
  textOf,
} from '../../../database/table.ts';
import type { TokenScope } from '../../../http/people/may-do.ts';

export const userSessionTable = table(
  'user_session',
  {
    hash: bytes,
    user_id: references(integer, 'user_account.id'),
    created_at: integer,
    seen_at: integer,
    expires_at: integer,
    address: text,
    agent: text,
  },
  { key: ['hash'], indexes: ['INDEX user_session_user ON user_session (user_id)'], backup: false },
);
export type UserSessionTable = RowOf<typeof userSessionTable>;

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
    hint: text,
    scope: textOf<TokenScope>(),
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
export type ApiTokenTable = RowOf<typeof apiTokenTable>;

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

export interface PeopleTables {
  readonly user_session: RowOf<typeof userSessionTable>;
  readonly user_link: RowOf<typeof userLinkTable>;
  readonly api_token: RowOf<typeof apiTokenTable>;
  readonly login_attempt: RowOf<typeof loginAttemptTable>;
}

declare module '../../../database/schema.ts' {
  interface Tables extends PeopleTables {}
}
