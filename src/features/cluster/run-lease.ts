import { setTimeout } from 'node:timers/promises';
import { StoreError } from '../../database/errors.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import type { WriteLease } from '../../database/postgres/write-lease.ts';
import { CONFIRMED_FOR, HEARTBEAT_AFTER, LONGEST_RETRY } from './lease-times.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';

/** The lease on a run, or on a host job of one. It ends when pg-boss gives the job to another worker. */
export class RunLease implements WriteLease {
  readonly #jobs: RunJobs;
  readonly #job: JobTry;
  readonly #lost = new AbortController();
  /** Monotonic clock (`performance.now()`). */
  #confirmedAt = performance.now();
  #confirming: Promise<void> | null = null;

  constructor(jobs: RunJobs, job: JobTry) {
    this.#jobs = jobs;
    this.#job = job;
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  renewed(since: number): void {
    this.#confirmedAt = Math.max(this.#confirmedAt, since);
  }

  get needsHeartbeat(): boolean {
    return performance.now() - this.#confirmedAt > HEARTBEAT_AFTER;
  }

  lose(): void {
    this.#lost.abort();
  }

  async confirm(
    leases: readonly WriteLease[],
    statements: StatementRunner,
  ): Promise<ReadonlySet<WriteLease>> {
    const ours = leases.filter((lease) => lease instanceof RunLease);
    const held = await this.#jobs.heartbeat(
      ours.map((lease) => lease.#job),
      statements,
    );
    for (const lease of ours) if (!held.has(lease.#job.id)) lease.lose();
    return new Set(ours.filter((lease) => held.has(lease.#job.id)));
  }

  /** Returns when a request may be sent. Throws STORE_LEASE_LOST. */
  async ensureHeld(): Promise<void> {
    if (!this.signal.aborted && performance.now() - this.#confirmedAt < CONFIRMED_FOR) return;
    this.#confirming ??= this.#confirm().finally(() => {
      this.#confirming = null;
    });
    await this.#confirming;
  }

  async wait(attempt: number): Promise<void> {
    const ms = Math.min(100 * 2 ** attempt, LONGEST_RETRY);
    await setTimeout(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  async #confirm(): Promise<void> {
    for (let attempt = 1; !this.signal.aborted; attempt++) {
      const began = performance.now();
      const held = await this.#jobs.heartbeat([this.#job]).catch(() => null);
      if (held?.has(this.#job.id) === true) {
        this.#confirmedAt = began;
        return;
      }
      if (held !== null) this.lose();
      else await this.wait(attempt);
    }
    throw new StoreError(
      'STORE_LEASE_LOST',
      'Another worker has taken over this run: this one sends no more requests.',
    );
  }
}
