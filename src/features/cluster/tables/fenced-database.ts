import type { Database, Writing } from '../../../database/database.ts';
import { statementsIn } from '../../../database/postgres/statement-runner.ts';
import { leaseLost, type WriteLease, withRetries } from '../../../database/postgres/write-lease.ts';
import { recordCommits, type WriterRow } from './commit-numbers.ts';
import { gatherRows } from './gathered-rows.ts';
import type { GroupCommits } from './group-commits.ts';

interface FencedWriter {
  readonly lease: WriteLease;
  readonly writer: WriterRow;
  /** The number of the last commit. */
  readonly last: number;
  readonly group: GroupCommits;
}

/**
 * The database as the worker of a run sees it. Nothing is written without the lease. A transaction that fails because the server is unavailable, or
 * because of a deadlock, is retried. It stores its number, which shows whether a transaction whose answer was lost was committed.
 */
export function fencedDatabase(database: Database, { lease, writer, last, group }: FencedWriter): Database {
  let number = last;
  /** One transaction at a time, so that their numbers only grow. */
  let before: Promise<unknown> = Promise.resolve();
  const oneByOne = <T>(work: (number: number) => Promise<T>): Promise<T> => {
    const written = before.then(() => work(++number));
    before = written.catch(() => undefined);
    return written;
  };
  const writeOnce = async <T>(commit: number, work: (writing: Writing) => Promise<T>): Promise<T> => {
    let done: { readonly value: T } | null = null;
    return withRetries(lease, async () => {
      const began = performance.now();
      const written = await database.write(async (writing) => {
        const held = await lease.confirm([lease], statementsIn(writing.db));
        if (!held.has(lease)) throw leaseLost();
        if ((await recordCommits(writing.db, [{ writer, number: commit }])).size === 0) {
          if (done === null) throw leaseLost();
          return done.value;
        }
        const value = await work(writing);
        done = { value };
        return value;
      });
      lease.renewed(began);
      return written;
    });
  };
  const write: Database['write'] = (work) => oneByOne((commit) => writeOnce(commit, work));
  return {
    ...database,
    // Not needed: every transaction confirms the lease.
    refuseLostClaim: () => undefined,
    claim: (projectId, how) => withRetries(lease, () => database.claim(projectId, how)),
    read: (work) => withRetries(lease, () => database.read(work)),
    statement: (work) => write(({ db }) => work(db)),
    write,
    writeRows: (work) =>
      oneByOne(async (commit) =>
        group.write({ lease, writer, number: commit, rows: await gatherRows(work) }),
      ),
  };
}
