import type { AuditNote } from '../../../src/crawl/tables/audit-log.ts';
import type { Store } from '../../../src/database/store.ts';
import type { UserRole } from '../../../src/http/people/may-do.ts';

/** A line of the audit log. */
export const line = (action: string): AuditNote => ({
  at: 10,
  actor: 'operator',
  action,
  subject: 'someone',
  detail: '',
  address: null,
});

/** A user without a password. */
export const createUser = (store: Store, name: string, role: UserRole, createdAt = 5) =>
  store.people.createUser({ name, role, password: null, external: null, createdAt }, line('add user'));
