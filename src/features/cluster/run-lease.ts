import { setTimeout } from 'node:timers/promises';
import { StoreError } from '../../database/errors.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import type { WriteLease } from '../../database/postgres/write-lease.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';

/** Without a confirmation for this long, another worker may have the run soon: ask before the next request. In milliseconds. */
const CONFIRMED_FOR = 8000;
/** Somebody who wrote nothing for this long gives another sign of life. In milliseconds. */
const SILENT = 2500;
/** The longest wait before the database is tried again, in milliseconds. */
const LONGEST_WAIT = 2000;

/** The right to work on a run, or on a share of one. It ends when pg-boss gives the job to somebody else. */
export class RunLease implements WriteLease {
  readonly #jobs: RunJobs;
  readonly #held: JobTry;
  readonly #lost = new AbortController();
  /** By the clock that nobody sets. */
  #confirmedAt = performance.now();
  #asking: Promise<void> | null = null;

  constructor(jobs: RunJobs, held: JobTry) {
    this.#jobs = jobs;
    this.#held = held;
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  kept(since: number): void {
    this.#confirmedAt = Math.max(this.#confirmedAt, since);
  }

  /** Whether a sign of life is due. What was written is one, too. */
  get isSilent(): boolean {
    return performance.now() - this.#confirmedAt > SILENT;
  }

  lose(): void {
    this.#lost.abort();
  }

  async confirm(
    leases: readonly WriteLease[],
    statements: StatementRunner,
  ): Promise<ReadonlySet<WriteLease>> {
    const ours = leases.filter((lease) => lease instanceof RunLease);
    const held = await this.#jobs.hold(
      ours.map((lease) => lease.#held),
      statements,
    );
    for (const lease of ours) if (!held.has(lease.#held.id)) lease.lose();
    return new Set(ours.filter((lease) => held.has(lease.#held.id)));
  }

  /** Returns when a request may be sent. Throws STORE_LEASE_LOST. */
  async mayAsk(): Promise<void> {
    if (!this.signal.aborted && performance.now() - this.#confirmedAt < CONFIRMED_FOR) return;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async wait(attempt: number): Promise<void> {
    const ms = Math.min(100 * 2 ** attempt, LONGEST_WAIT);
    await setTimeout(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  async #ask(): Promise<void> {
    for (let attempt = 1; !this.signal.aborted; attempt++) {
      const began = performance.now();
      const held = await this.#jobs.hold([this.#held]).catch(() => null);
      if (held?.has(this.#held.id) === true) {
        this.#confirmedAt = began;
        return;
      }
      if (held !== null) this.lose();
      else await this.wait(attempt);
    }
    throw new StoreError(
      'STORE_LEASE_LOST',
      'Another worker has taken over this run: this one asks for nothing more.',
    );
  }
}
