import type { AuditNote, Standing } from '../../crawl/tables/audit-log.ts';
import type { Caller } from '../gate.ts';
import type { Asking } from '../services.ts';
import type { UserRole } from './may-do.ts';

/** Who does something, for the audit log. */
export interface Doer {
  readonly name: string;
  /** Null on the command line. */
  readonly address: string | null;
  /** Left out for the operator. */
  readonly standing?: Standing;
}

/** A user, as they were when something was checked. */
interface CheckedUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  readonly credentialVersion: number;
}

/** The operator: a person who may use the data folder may do everything. */
export const theOperator: Doer = { name: 'operator', address: null };

/** The user who started the program, for what it answers on its own standard input. */
export const operatorAsCaller: Caller = {
  name: theOperator.name,
  role: 'administrator',
  principal: {
    kind: 'user',
    user: { id: 0, name: theOperator.name, role: 'administrator', credentialVersion: null },
    session: null,
  },
  address: null,
  setCookie: null,
  sees: () => true,
  mayChange: () => true,
  seesNow: async () => true,
};

/** A user who does something that rests on what was just checked. */
export const doerFrom = (
  { id, name, role, credentialVersion }: CheckedUser,
  address: string | null,
): Doer => ({ name, address, standing: { userId: id, role, credentialVersion } });

/** Who does something: valid only while the caller is still the user whom the gate let in. */
export function doerOf({ caller: { name, address, principal } }: Asking): Doer {
  if (principal.kind === 'anonymous') return { name, address };
  const { credentialVersion, ...user } = principal.user;
  return credentialVersion === null ? { name, address } : doerFrom({ ...user, credentialVersion }, address);
}

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
