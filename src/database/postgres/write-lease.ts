import { StoreError } from '../errors.ts';
import { passesByItself } from './postgres-failure.ts';
import type { StatementRunner } from './statement-runner.ts';

/** The right to write for a run that was handed over, or for a share of one. */
export interface WriteLease {
  /** Aborted when the right is lost, or not wanted any more: nothing is repeated then. */
  readonly signal: AbortSignal;
  /**
   * Called at the beginning of every transaction, inside it, with the leases of all who write in it: those that are still there. They are kept until
   * the transaction ends.
   */
  confirm(leases: readonly WriteLease[], statements: StatementRunner): Promise<ReadonlySet<WriteLease>>;
  /** Called when such a transaction was committed, with the moment at which it began, as `performance.now()` tells it. */
  kept(since: number): void;
  /** Waits before something is tried again. */
  wait(attempt: number): Promise<void>;
}

/** Does something again while it fails for a reason that passes. Throws STORE_LEASE_LOST. */
export async function withRetries<T>(lease: WriteLease, work: () => Promise<T>): Promise<T> {
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
