import { integer, orNull, references, table, text, textOf, withDefault } from '../../database/table.ts';
import type { ProjectAccess, UserRole } from './user-role.ts';

/** Who may change something. In the kernel, because changes of users who have lost the right to them are rejected (`Standing`). */
export const userAccountTable = table(
  'user_account',
  {
    id: integer,
    name: text,
    role: textOf<UserRole>(),
    password: orNull(text),
    issuer: orNull(text),
    subject: orNull(text),
    created_at: integer,
    /** See `Standing`. */
    credential_version: withDefault(integer, 0),
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX user_account_name ON user_account (name)',
      'UNIQUE INDEX user_account_external ON user_account (issuer, subject)',
    ],
    takesIds: true,
  },
);

/** The owner of a project, and who else may see or change it. */
export const projectAccessTable = table(
  'project_access',
  {
    project_id: integer,
    user_id: references(integer, 'user_account.id'),
    access: textOf<ProjectAccess>(),
  },
  {
    key: ['user_id', 'project_id'],
    indexes: ['INDEX project_access_project ON project_access (project_id)'],
  },
);
