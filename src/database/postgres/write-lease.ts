import { StoreError } from '../errors.ts';
import { passesByItself } from './postgres-failure.ts';
import type { StatementRunner } from './statement-runner.ts';

/** The right to write for a run of a cluster, or for one of its host jobs. */
export interface WriteLease {
  /** Aborted when the lease is lost or no longer needed: then nothing is retried. */
  readonly signal: AbortSignal;
  /**
   * Called at the beginning of every transaction, inside it, with the leases of all who write in it. Returns those that still hold; they
   * hold until the transaction ends.
   */
  confirm(leases: readonly WriteLease[], statements: StatementRunner): Promise<ReadonlySet<WriteLease>>;
  /** Called after such a transaction was committed, with the time at which it began (`performance.now()`). */
  renewed(since: number): void;
  /** Waits before a retry. */
  wait(attempt: number): Promise<void>;
}

/** Retries work while it fails for a temporary reason. Throws STORE_LEASE_LOST. */
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
