import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import { auditLog, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
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

export const peoplePart: StorePart = {
  name: 'people',
  version: 1,
  tables: [userSessionTable, userLinkTable, apiTokenTable, loginAttemptTable],
  assemble: ({ database }) => ({ people: people(database) }),
  calls: {
    people: {
      findUser: 'here',
      listUsers: 'here',
      findSession: 'here',
      sessionsOf: 'here',
      findToken: 'here',
      tokensOf: 'here',
      linkOwner: 'here',
      hasLink: 'here',
      accessToProject: 'here',
      accessOfUser: 'here',
      audit: 'here',
      createUser: 'writer',
      changeUser: 'writer',
      rehashPassword: 'writer',
      removeUser: 'writer',
      startSession: 'writer',
      renewSession: 'writer',
      endSession: 'writer',
      endSessionsOf: 'writer',
      keepLink: 'writer',
      redeemLink: 'writer',
      createToken: 'writer',
      noteTokenUse: 'writer',
      removeToken: 'writer',
      setAccess: 'writer',
      countAttempt: 'writer',
      forgetAttempts: 'writer',
      takeBackAttempt: 'writer',
      note: 'writer',
    },
  } satisfies CallPlaces<'people'>,
};
