import { StoreError } from '../errors.ts';
import { passesByItself } from '../postgres/postgres-failure.ts';
import type { StatementRunner } from './statement-runner.ts';

/** The right to write for a run that was handed over, or for a share of one. */
export interface WriteLease {
  /** Aborted when the right is lost, or not wanted any more: nothing is repeated then. */
  readonly signal: AbortSignal;
  /** Called at the beginning of every transaction, inside it: whether the right is still there. Keeps it until the transaction ends. */
  confirm(statements: StatementRunner): Promise<boolean>;
  /** Waits before something is tried again. */
  wait(attempt: number): Promise<void>;
}

/** Repeats what fails for a reason that passes by itself, as long as the lease holds. Throws STORE_LEASE_LOST. */
export async function patiently<T>(lease: WriteLease, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    if (lease.signal.aborted) throw leaseLost();
    try {
      return await work();
    } catch (error) {
      if (!passesByItself(error)) throw error;
      await lease.wait(attempt);
    }
  }
}

export const leaseLost = (): StoreError =>
  new StoreError('STORE_LEASE_LOST', 'Another worker has taken over this run: this one writes nothing more.');
