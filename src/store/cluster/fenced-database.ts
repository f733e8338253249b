import type { Transaction } from 'kysely';
import type { Database, Writing } from '../database.ts';
import type { Tables } from '../schema.ts';
import type { SharePlace } from './open-hosts.ts';
import { leaseLost, patiently, type WriteLease } from './patiently.ts';
import { statementsIn } from './statement-runner.ts';

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
  const writeOnce = async <T>(work: (writing: Writing) => Promise<T>): Promise<T> => {
    const number = ++batch;
    let done: { readonly value: T } | null = null;
    return patiently(lease, () =>
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
    claim: (projectId, how) => patiently(lease, () => database.claim(projectId, how)),
    read: (work) => patiently(lease, () => database.read(work)),
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
