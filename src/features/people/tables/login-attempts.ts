import type { Database } from '../../../database/database.ts';
import type { PeopleWrites } from './people.ts';
import type { AttemptKey, AttemptPace, CountedAttempt } from './people-records.ts';

/** What is known about the attempts for a key. */
interface KnownAttempts {
  readonly failures: number;
  readonly at: number;
  readonly blocked_until: number;
}

/** One attempt more. Only called when the key is not blocked. */
function oneMore(known: KnownAttempts | null, at: number, pace: AttemptPace): KnownAttempts {
  const before = known === null || at - known.at > pace.forgetAfterMs ? 0 : known.failures;
  const failures = before + 1;
  const over = failures - pace.free;
  const wait = over < 0 ? 0 : Math.min(pace.longestWaitMs, pace.firstWaitMs * 2 ** Math.min(over, 30));
  return { failures, at, blocked_until: at + wait };
}

/** More keys than this are an attack from many addresses; the oldest are forgotten. */
const mostKeys = 100_000;
/** How long it is known where failures came from. */
const keptMs = 24 * 60 * 60 * 1000;

type KnownKeys = ReadonlyMap<string, KnownAttempts>;

const nameOf = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/** Within a day. */
function failuresAt(origin: Uint8Array, known: KnownKeys, at: number): number {
  const row = known.get(nameOf(origin));
  return row === undefined || at - row.at > keptMs ? 0 : row.failures;
}

/** When the next turn of a lane begins for a newcomer; null for who is none. */
function turnOf({ newcomers }: AttemptKey, known: KnownKeys, at: number): number | null {
  if (newcomers === undefined) return null;
  if (failuresAt(newcomers.origin, known, at) >= newcomers.mostFailures) return null;
  const turn = Math.max(at, known.get(nameOf(newcomers.key))?.blocked_until ?? 0);
  return turn - at <= newcomers.longestHoldMs ? turn : null;
}

/** What becomes of an attempt, and the rows that change when it is counted. */
function counted(
  keys: readonly AttemptKey[],
  known: KnownKeys,
  at: number,
): CountedAttempt & { readonly rows: readonly (readonly [Uint8Array, KnownAttempts])[] } {
  let [waitMs, holdMs] = [0, 0];
  let isNewcomer = false;
  const rows: (readonly [Uint8Array, KnownAttempts])[] = [];
  for (const each of keys) {
    const { key, pace, newcomers } = each;
    const row = known.get(nameOf(key)) ?? null;
    const blockedMs = Math.max(0, (row?.blocked_until ?? 0) - at);
    const turn = blockedMs === 0 ? null : turnOf(each, known, at);
    if (blockedMs === 0) rows.push([key, oneMore(row, at, pace)]);
    else if (turn === null || newcomers === undefined) waitMs = Math.max(waitMs, blockedMs);
    else {
      // The block itself stays as it is: newcomers must not make it longer for the others.
      isNewcomer = true;
      holdMs = Math.max(holdMs, turn - at);
      rows.push([newcomers.key, { failures: 0, at, blocked_until: turn + newcomers.everyMs }]);
    }
    if (newcomers !== undefined) {
      // Whoever failed before the block may have caused it.
      const failures = turn === null ? newcomers.mostFailures : failuresAt(newcomers.origin, known, at) + 1;
      rows.push([newcomers.origin, { failures, at, blocked_until: 0 }]);
    }
  }
  return { waitMs, holdMs, isNewcomer, rows };
}

/** In the database, so that neither a restart nor a second server gives an attacker new attempts. */
export const loginAttempts = (
  database: Database,
): Pick<PeopleWrites, 'countAttempt' | 'forgetAttempts' | 'takeBackAttempt'> => ({
  countAttempt: (keys, at) =>
    database.write(async ({ db }) => {
      // Many attempts at the same moment must not all pass before the first one is counted.
      await database.dialect.lock(db, 'people');
      const asked = keys.flatMap(({ key, newcomers }) =>
        newcomers === undefined ? [key] : [key, newcomers.origin, newcomers.key],
      );
      const found = await db.selectFrom('login_attempt').selectAll().where('key', 'in', asked).execute();
      const known = new Map(found.map((row) => [nameOf(row.key), row]));
      const { rows, ...attempt } = counted(keys, known, at);
      if (attempt.waitMs > 0) return attempt;
      for (const [key, row] of rows)
        await db
          .insertInto('login_attempt')
          .values({ key, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute();
      await db
        .deleteFrom('login_attempt')
        .where('at', '<', at - keptMs)
        .execute();
      const tooMany = db
        .selectFrom('login_attempt')
        .select('key')
        .orderBy('at', 'desc')
        .limit(100)
        .offset(mostKeys);
      await db.deleteFrom('login_attempt').where('key', 'in', tooMany).execute();
      return attempt;
    }),
  forgetAttempts: (key) =>
    database.write(async ({ db }) => {
      await db.deleteFrom('login_attempt').where('key', '=', key).execute();
    }),
  takeBackAttempt: (key) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('login_attempt')
        .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
        .where('key', '=', key)
        .execute();
    }),
});
