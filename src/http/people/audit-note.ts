import type { Asking } from '../services.ts';

/** Who does something, for the audit log. */
export interface Doer {
  readonly name: string;
  /** Null on the command line. */
  readonly address: string | null;
}

/** Whoever may use the data folder may do everything. */
export const theOperator: Doer = { name: 'operator', address: null };

export const doerOf = ({ caller: { name, address } }: Asking): Doer => ({ name, address });

/** A line of the audit log. */
export const noteOf = (at: number, doer: Doer, action: string, subject: string, detail = '') => ({
  at,
  actor: doer.name,
  address: doer.address,
  action,
  subject,
  detail,
});
