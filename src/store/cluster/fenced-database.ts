import type { Transaction } from 'kysely';
import type { Database, Writing } from '../database.ts';
import { StoreError } from '../errors.ts';
import { passesByItself } from '../postgres/postgres-failure.ts';
import type { Tables } from '../schema.ts';
import type { SharePlace } from './open-hosts.ts';
import { type StatementRunner, statementsIn } from './statement-runner.ts';

/** The right to write for a run that was handed over, or for a share of one. */
export interface WriteLease {
  /** Aborted when the right is lost, or not wanted any more: nothing is repeated then. */
  readonly signal: AbortSignal;
  /** Called at the beginning of every transaction, inside it: whether the right is still there. Keeps it until the transaction ends. */
  confirm(statements: StatementRunner): Promise<boolean>;
  /** Waits before something is tried again. */
  wait(attempt: number): Promise<void>;
}

/** Where the numbers of transactions are kept. */
export interface Batches {
  /** The number of the last transaction that was committed. */
  readonly last: number;
  /** False when the transaction of this number took place already. */
  note(db: Transaction<Tables>, number: number): Promise<boolean>;
}

/**
 * The database as the worker of a run sees it. Nothing is written without the lease. A server that is away, and two transactions that
 * block each other, are waited for. Whether a transaction took place whose end nobody saw is told by its number, which it stores.
 */
export function fencedDatabase(database: Database, lease: WriteLease, batches: Batches): Database {
  let batch = batches.last;
  /** One transaction at a time, so that their numbers only grow. */
  let last: Promise<unknown> = Promise.resolve();
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      if (lease.signal.aborted) throw leaseLost();
      try {
        return await work();
      } catch (error) {
        if (!passesByItself(error)) throw error;
        await lease.wait(attempt);
      }
    }
  };
  const writeOnce = async <T>(work: (writing: Writing) => Promise<T>): Promise<T> => {
    const number = ++batch;
    let done: { readonly value: T } | null = null;
    return patiently(() =>
      database.write(async (writing) => {
        if (!(await lease.confirm(statementsIn(writing.db)))) throw leaseLost();
        if (!(await batches.note(writing.db, number))) {
          if (done === null) throw leaseLost();
          return done.value;
        }
        const value = await work(writing);
        done = { value };
        return value;
      }),
    );
  };
  return {
    ...database,
    // The lease is what counts: it is looked at in every transaction.
    refuseLostClaim: () => undefined,
    claim: (projectId, how) => patiently(() => database.claim(projectId, how)),
    read: (work) => patiently(() => database.read(work)),
    write(work) {
      const written = last.then(() => writeOnce(work));
      last = written.catch(() => undefined);
      return written;
    },
  };
}

/** The numbers of the transactions of a run that was handed over. */
export const batchesOfRun = (jobId: string, last: number): Batches => ({
  last,
  async note(db, number) {
    const row = await db
      .updateTable('handed_run')
      .set({ batch: number })
      .where('job_id', '=', jobId)
      .where('batch', '<', number)
      .returning('batch')
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** Those of a share, in a row that nobody else writes. */
export const batchesOfShare = ({ runId, host }: SharePlace, last: number): Batches => ({
  last,
  async note(db, number) {
    const row = await db
      .updateTable('share_work')
      .set({ batch: number })
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .where('batch', '<', number)
      .returning('batch')
      .executeTakeFirst();
    return row !== undefined;
  },
});

const leaseLost = (): StoreError =>
  new StoreError('STORE_LEASE_LOST', 'Another worker has taken over this run: this one writes nothing more.');
