import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../database/database.ts';
import { passesByItself } from '../../../database/postgres/postgres-failure.ts';
import { statementsIn } from '../../../database/postgres/statement-runner.ts';
import { leaseLost, type WriteLease } from '../../../database/postgres/write-lease.ts';
import { type NumberedCommit, recordCommits } from './commit-numbers.ts';
import { type GatheredRows, writeGathered } from './gathered-rows.ts';

/** Runs and host jobs commit at multiples of this, in milliseconds of the clock, so that their commits coincide. */
export const COMMITS_EVERY = 2000;
/** How long the first commit waits for others, in milliseconds: bodies are packed meanwhile. */
const GATHER = 50;
/** Rows per transaction, unless one commit has more: a longer transaction would delay the next ones. */
const MOST_ROWS = 20_000;

/** A commit of one run or host job. */
interface GroupMember extends NumberedCommit {
  readonly lease: WriteLease;
  readonly rows: GatheredRows;
}

interface Waiting extends GroupMember {
  readonly written: PromiseWithResolvers<void>;
  /** Whether it was in a transaction whose answer may have been lost. */
  wasTried: boolean;
}

/**
 * Writes the commits of all runs and host jobs of a process together, one transaction at a time. Each commit is fenced by its own lease: one whose lease
 * is lost is left out, and the others are written. A transaction whose answer was lost is retried without the commits whose numbers are stored.
 */
export class GroupCommits {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #isWorking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Retries while the server is unavailable. Throws STORE_LEASE_LOST, and what the database throws. */
  write(member: GroupMember): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ ...member, written, wasTried: false });
    if (!this.#isWorking) void this.#work();
    return written.promise;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      await setTimeout(GATHER);
      await this.#writeGroup(this.#take());
    }
    this.#isWorking = false;
  }

  #take(): readonly Waiting[] {
    let rows = 0;
    const end = this.#waiting.findIndex((member) => {
      rows += rowsOf(member);
      return rows > MOST_ROWS;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end));
  }

  async #writeGroup(given: readonly Waiting[]): Promise<void> {
    let group = given;
    for (let attempt = 1; ; attempt++) {
      group = withoutLost(group);
      const [first] = group;
      if (first === undefined) return;
      try {
        const began = performance.now();
        for (const { written, lease } of await this.#transaction(group)) {
          lease.renewed(began);
          written.resolve();
        }
        return;
      } catch (error) {
        if (passesByItself(error)) await first.lease.wait(attempt);
        else if (group.length === 1) return first.written.reject(error);
        else {
          // One bad commit must not fail the others.
          for (const member of group) await this.#writeGroup([member]);
          return;
        }
      }
    }
  }

  /** Returns the commits that are written; the others have lost their leases. */
  async #transaction(group: readonly Waiting[]): Promise<readonly Waiting[]> {
    const written = await this.#database.write(async (writing) => {
      const leases = group.map(({ lease }) => lease);
      const held = (await leases[0]?.confirm(leases, statementsIn(writing.db))) ?? new Set();
      const ours = group.filter(({ lease }) => held.has(lease));
      const fresh = await recordCommits(writing.db, ours);
      await writeGathered(
        writing,
        [...fresh].map(({ rows }) => rows),
      );
      const done = ours.filter((member) => fresh.has(member) || member.wasTried);
      for (const member of fresh) member.wasTried = true;
      return done;
    });
    for (const member of group) if (!written.includes(member)) member.written.reject(leaseLost());
    return written;
  }
}

function withoutLost(group: readonly Waiting[]): readonly Waiting[] {
  const { held = [], lost = [] } = Object.groupBy(group, ({ lease }) =>
    lease.signal.aborted ? 'lost' : 'held',
  );
  for (const { written } of lost) written.reject(leaseLost());
  return held;
}

const rowsOf = ({ rows }: GroupMember): number =>
  rows.reduce((sum, each) => sum + ('step' in each ? each.items : each.rows).length, 0);
