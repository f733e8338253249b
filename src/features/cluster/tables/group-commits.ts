import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../database/database.ts';
import { passesByItself } from '../../../database/postgres/postgres-failure.ts';
import { statementsIn } from '../../../database/postgres/statement-runner.ts';
import { leaseLost, type WriteLease } from '../../../database/postgres/write-lease.ts';
import { type NumberedBatch, noteBatches } from './batch-numbers.ts';
import { type GatheredRows, writeGathered } from './gathered-rows.ts';

/** Commits of runs and host jobs come at multiples of this, in milliseconds of the clock: so they come at the same time. */
export const COMMITS_EVERY = 2000;
/** How long the first one waits for those that come with it, in milliseconds: bodies are packed in between. */
const GATHER = 50;
/** Rows in one transaction, as far as they come in whole commits: more would keep those who wait behind it from going on. */
const MOST_ROWS = 20_000;

/** A commit of one run or host job. */
interface GroupMember extends NumberedBatch {
  readonly lease: WriteLease;
  readonly rows: GatheredRows;
}

interface Waiting extends GroupMember {
  readonly written: PromiseWithResolvers<void>;
  /** Whether a transaction with it was tried whose end may not have been seen. */
  wasTried: boolean;
}

/**
 * Writes the commits of all runs and host jobs of a process together, one transaction at a time. Each is fenced by its own lease: one whose lease is lost is left
 * out, and the others are written. A transaction whose end nobody saw is repeated without those whose numbers are there.
 */
export class GroupCommits {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #isWorking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Waits for a server that is away. Throws STORE_LEASE_LOST, and what the database throws. */
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
          lease.kept(began);
          written.resolve();
        }
        return;
      } catch (error) {
        if (passesByItself(error)) await first.lease.wait(attempt);
        else if (group.length === 1) return first.written.reject(error);
        else {
          // What one of them cannot write, the others can.
          for (const member of group) await this.#writeGroup([member]);
          return;
        }
      }
    }
  }

  /** Returns those that are written; the others are lost. */
  async #transaction(group: readonly Waiting[]): Promise<readonly Waiting[]> {
    const written = await this.#database.write(async (writing) => {
      const leases = group.map(({ lease }) => lease);
      const held = (await leases[0]?.confirm(leases, statementsIn(writing.db))) ?? new Set();
      const ours = group.filter(({ lease }) => held.has(lease));
      const fresh = await noteBatches(writing.db, ours);
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
