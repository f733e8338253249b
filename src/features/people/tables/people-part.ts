import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import { auditLog, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import type { StorePart } from '../../../database/store-part.ts';
import type { TablesOf } from '../../../database/table.ts';
import { loginAttempts } from './login-attempts.ts';
import { logins } from './logins.ts';
import { apiTokenTable, loginAttemptTable, userLinkTable, userSessionTable } from './people-tables.ts';
import { tokensAndAccess } from './tokens-and-access.ts';
import { userAccounts } from './user-accounts.ts';

/** Users, and who may do what with which project. Changes write their line of the audit log in the same transaction. */
const people = (database: Database) => ({
  ...userAccounts(database),
  ...logins(database),
  ...tokensAndAccess(database),
  ...loginAttempts(database),
  ...auditLog(database),
  /** Writes a line of the audit log about an event that changes no user data. */
  note: (note: AuditNote) => database.write(({ db }) => writeNote({ db }, note)),
});

declare module '../../../database/store.ts' {
  interface Store {
    readonly people: ReturnType<typeof people>;
  }
}

const tables = [userSessionTable, userLinkTable, apiTokenTable, loginAttemptTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const peoplePart: StorePart = {
  name: 'people',
  version: 1,
  tables,
  assemble: ({ database }) => ({ people: people(database) }),
  writes: {
    people: [
      'createUser',
      'changeUser',
      'rehashPassword',
      'removeUser',
      'startSession',
      'renewSession',
      'endSession',
      'endSessionsOf',
      'keepLink',
      'redeemLink',
      'createToken',
      'noteTokenUse',
      'removeToken',
      'setAccess',
      'countAttempt',
      'forgetAttempts',
      'takeBackAttempt',
      'note',
    ],
  },
};
