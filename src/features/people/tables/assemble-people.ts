import { auditLog, writeNote } from '../../../crawl/tables/audit-log.ts';
import type { Database } from '../../../database/database.ts';
import { entrances } from './entrances.ts';
import { loginAttempts } from './login-attempts.ts';
import type { People } from './people.ts';
import { tokensAndShares } from './tokens-and-shares.ts';
import { userAccounts } from './user-accounts.ts';

export const people = (database: Database): People => ({
  ...userAccounts(database),
  ...entrances(database),
  ...tokensAndShares(database),
  ...loginAttempts(database),
  ...auditLog(database),
  note: (note) => database.write(({ db }) => writeNote({ db }, note)),
});
