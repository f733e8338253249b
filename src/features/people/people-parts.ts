import type { Store } from '../../database/store.ts';
import type { Passwords } from './passwords.ts';
import type { AuditNote, Standing, StoredUser } from './tables/people-records.ts';

/** What everything about users needs. */
export interface PeopleParts {
  readonly store: Pick<Store, 'people' | 'projects'>;
  readonly passwords: Passwords;
  readonly now: () => number;
  /** Lets a log-in wait for its turn, in milliseconds; a timer when it is left out. */
  readonly hold?: (ms: number) => Promise<void>;
}

/** Who does something, for the audit log. */
export interface Doer {
  readonly name: string;
  /** Null on the command line. */
  readonly address: string | null;
  /** Left out for the operator. */
  readonly standing?: Standing;
}

/** A user who does something that rests on what was just checked. */
export const doerFrom = (
  { id, name, role, credentialVersion }: Pick<StoredUser, 'id' | 'name' | 'role' | 'credentialVersion'>,
  address: string | null,
): Doer => ({ name, address, standing: { userId: id, role, credentialVersion } });

/** Whoever may use the data folder may do everything. */
export const theOperator: Doer = { name: 'operator', address: null };

/** A line of the audit log. */
export const noteOf = (at: number, doer: Doer, action: string, subject: string, detail = ''): AuditNote => ({
  at,
  actor: doer.name,
  address: doer.address,
  action,
  subject,
  detail,
  ...(doer.standing !== undefined && { standing: doer.standing }),
});
