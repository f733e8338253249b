import type { Transaction } from 'kysely';
import type { Database, Writing } from '../database.ts';
import { StoreError } from '../errors.ts';
import { passesByItself } from '../postgres/postgres-failure.ts';
import type { Tables } from '../schema.ts';
import { type StatementRunner, statementsIn } from './statement-runner.ts';

/** The right to write for a run that was handed over. */
export interface WriteLease {
  readonly jobId: string;
  /** The number of the last transaction that was committed for the run. */
  readonly batch: number;
  /** Aborted when the right is lost, or not wanted any more: nothing is repeated then. */
  readonly signal: AbortSignal;
  /** Called at the beginning of every transaction, inside it: whether the right is still there. Keeps it until the transaction ends. */
  confirm(statements: StatementRunner): Promise<boolean>;
  /** Waits before something is tried again. */
  wait(attempt: number): Promise<void>;
}

/**
 * The database as the worker of a run sees it. Nothing is written without the lease. A server that is away, and two transactions that
 * block each other, are waited for. Whether a transaction took place whose end nobody saw is told by its number, which it stores.
 */
export function fencedDatabase(database: Database, lease: WriteLease): Database {
  let batch = lease.batch;
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
        if (!(await noteBatch(writing.db, lease.jobId, number))) {
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
    claim: (projectId) => patiently(() => database.claim(projectId)),
    read: (work) => patiently(() => database.read(work)),
    write(work) {
      const written = last.then(() => writeOnce(work));
      last = written.catch(() => undefined);
      return written;
    },
  };
}

/** False when the transaction of this number took place already. */
async function noteBatch(db: Transaction<Tables>, jobId: string, number: number): Promise<boolean> {
  const row = await db
    .updateTable('handed_run')
    .set({ batch: number })
    .where('job_id', '=', jobId)
    .where('batch', '<', number)
    .returning('batch')
    .executeTakeFirst();
  return row !== undefined;
}

const leaseLost = (): StoreError =>
  new StoreError('STORE_LEASE_LOST', 'Another worker has taken over this run: this one writes nothing more.');
