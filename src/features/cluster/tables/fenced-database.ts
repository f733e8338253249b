import type { Database, Writing } from '../../../database/database.ts';
import { statementsIn } from '../../../database/postgres/statement-runner.ts';
import { leaseLost, type WriteLease, withRetries } from '../../../database/postgres/write-lease.ts';
import { type BatchPlace, noteBatches } from './batch-numbers.ts';
import { gatherRows } from './gathered-rows.ts';
import type { GroupCommits } from './group-commits.ts';

interface Fence {
  readonly lease: WriteLease;
  /** Where the numbers of transactions are kept, and the number of the last one. */
  readonly place: BatchPlace;
  readonly last: number;
  /** What is written together with that of others. */
  readonly group: GroupCommits;
}

/**
 * The database as the worker of a run sees it. Nothing is written without the lease. A server that is away, and two transactions that
 * block each other, are waited for. Whether a transaction took place whose end nobody saw is told by its number, which it stores.
 */
export function fencedDatabase(database: Database, { lease, place, last, group }: Fence): Database {
  let batch = last;
  /** One transaction at a time, so that their numbers only grow. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: (number: number) => Promise<T>): Promise<T> => {
    const written = before.then(() => work(++batch));
    before = written.catch(() => undefined);
    return written;
  };
  const writeOnce = async <T>(number: number, work: (writing: Writing) => Promise<T>): Promise<T> => {
    let done: { readonly value: T } | null = null;
    return withRetries(lease, async () => {
      const began = performance.now();
      const written = await database.write(async (writing) => {
        const held = await lease.confirm([lease], statementsIn(writing.db));
        if (!held.has(lease)) throw leaseLost();
        if ((await noteBatches(writing.db, [{ place, number }])).size === 0) {
          if (done === null) throw leaseLost();
          return done.value;
        }
        const value = await work(writing);
        done = { value };
        return value;
      });
      lease.kept(began);
      return written;
    });
  };
  const write: Database['write'] = (work) => inTurn((number) => writeOnce(number, work));
  return {
    ...database,
    // The lease is what counts: it is looked at in every transaction.
    refuseLostClaim: () => undefined,
    claim: (projectId, how) => withRetries(lease, () => database.claim(projectId, how)),
    read: (work) => withRetries(lease, () => database.read(work)),
    statement: (work) => write(({ db }) => work(db)),
    write,
    writeRows: (work) =>
      inTurn(async (number) => group.write({ lease, place, number, rows: await gatherRows(work) })),
  };
}
