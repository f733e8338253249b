import { auditLog, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
import { loginAttempts } from './login-attempts.ts';
import { logins } from './logins.ts';
import { apiTokenTable, loginAttemptTable, userLinkTable, userSessionTable } from './people-tables.ts';
import { tokensAndShares } from './tokens-and-shares.ts';
import { userAccounts } from './user-accounts.ts';

export const peoplePart: StorePart = {
  name: 'people',
  version: 1,
  tables: [userSessionTable, userLinkTable, apiTokenTable, loginAttemptTable],
  assemble: ({ database }) => ({
    people: {
      ...userAccounts(database),
      ...logins(database),
      ...tokensAndShares(database),
      ...loginAttempts(database),
      ...auditLog(database),
      note: (note) => database.write(({ db }) => writeNote({ db }, note)),
    },
  }),
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
      sharesOf: 'here',
      sharedWith: 'here',
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
      shareProject: 'writer',
      countAttempt: 'writer',
      forgetAttempts: 'writer',
      takeBackAttempt: 'writer',
      note: 'writer',
    },
  } satisfies CallPlaces<'people'>,
};
