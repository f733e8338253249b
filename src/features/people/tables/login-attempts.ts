import type { Database } from '../../../database/database.ts';
import type { RowOf } from '../../../database/table.ts';
import type { loginAttemptTable } from './people-tables.ts';

/** How failed attempts slow down the next ones. */
export interface AttemptPace {
  /** This many attempts are free; each one after them must wait twice as long as the one before. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After this time without an attempt the count starts again. */
  readonly forgetAfterMs: number;
}

/** Something that attempts are counted for: an account, an address. */
export interface AttemptKey {
  /** A hash, so that the table holds neither names nor addresses. */
  readonly key: Uint8Array;
  readonly pace: AttemptPace;
  /** Who may log in while the key is blocked. Default: no one. */
  readonly newOrigins?: NewOriginLane;
}

/** Lets new origins, which did not cause a block, pass it. They pass one after the other, so that they have a limit too. */
export interface NewOriginLane {
  /** Identifies where the attempt comes from. */
  readonly origin: Uint8Array;
  /** An origin that failed this often, or before the block, is no new origin for a day. More than one, because users mistype. */
  readonly mostFailures: number;
  /** Key of the row that stores when the next new origin may pass. */
  readonly key: Uint8Array;
  /** Time from one new origin to the next. */
  readonly everyMs: number;
  /** A new origin that would wait longer is refused. */
  readonly longestHoldMs: number;
}

/** The attempt is refused when `waitMs` is not 0; otherwise it is counted, and may be made after `holdMs`. */
export interface CountedAttempt {
  readonly waitMs: number;
  readonly holdMs: number;
  /** Whether it passes a block as a new origin. Then it is not counted for the blocked key. */
  readonly isNewOrigin: boolean;
}

/** What is known about the attempts for a key. */
type KnownAttempts = Omit<RowOf<typeof loginAttemptTable>, 'key'>;

/** Adds one attempt. Only called when the key is not blocked. */
function oneMore(known: KnownAttempts | null, at: number, pace: AttemptPace): KnownAttempts {
  const before = known === null || at - known.at > pace.forgetAfterMs ? 0 : known.failures;
  const failures = before + 1;
  const over = failures - pace.free;
  const wait = over < 0 ? 0 : Math.min(pace.longestWaitMs, pace.firstWaitMs * 2 ** Math.min(over, 30));
  return { failures, at, blocked_until: at + wait };
}

/** More keys than this are an attack from many addresses; the oldest are removed. */
const mostKeys = 100_000;
/** How long the origins of failures are stored. */
const keptMs = 24 * 60 * 60 * 1000;

type KnownKeys = ReadonlyMap<string, KnownAttempts>;

const nameOf = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/** Failures within a day. */
function failuresAt(origin: Uint8Array, known: KnownKeys, at: number): number {
  const row = known.get(nameOf(origin));
  return row === undefined || at - row.at > keptMs ? 0 : row.failures;
}

/** When a new origin may pass; null when the attempt is not from a new origin, or would wait too long. */
function passesAt({ newOrigins }: AttemptKey, known: KnownKeys, at: number): number | null {
  if (newOrigins === undefined) return null;
  if (failuresAt(newOrigins.origin, known, at) >= newOrigins.mostFailures) return null;
  const passes = Math.max(at, known.get(nameOf(newOrigins.key))?.blocked_until ?? 0);
  return passes - at <= newOrigins.longestHoldMs ? passes : null;
}

/** Whether an attempt is accepted, and the rows that change when it is counted. */
function counted(
  keys: readonly AttemptKey[],
  known: KnownKeys,
  at: number,
): CountedAttempt & { readonly rows: readonly (readonly [Uint8Array, KnownAttempts])[] } {
  let [waitMs, holdMs] = [0, 0];
  let isNewOrigin = false;
  const rows: (readonly [Uint8Array, KnownAttempts])[] = [];
  for (const each of keys) {
    const { key, pace, newOrigins } = each;
    const row = known.get(nameOf(key)) ?? null;
    const blockedMs = Math.max(0, (row?.blocked_until ?? 0) - at);
    const passes = blockedMs === 0 ? null : passesAt(each, known, at);
    if (blockedMs === 0) rows.push([key, oneMore(row, at, pace)]);
    else if (passes === null || newOrigins === undefined) waitMs = Math.max(waitMs, blockedMs);
    else {
      // The block itself stays unchanged: new origins must not make it longer for the others.
      isNewOrigin = true;
      holdMs = Math.max(holdMs, passes - at);
      rows.push([newOrigins.key, { failures: 0, at, blocked_until: passes + newOrigins.everyMs }]);
    }
    if (newOrigins !== undefined) {
      // A failure before the block may have caused the block, so its origin is no new origin.
      const failures =
        passes === null ? newOrigins.mostFailures : failuresAt(newOrigins.origin, known, at) + 1;
      rows.push([newOrigins.origin, { failures, at, blocked_until: 0 }]);
    }
  }
  return { waitMs, holdMs, isNewOrigin, rows };
}

/** Attempts are counted in the database, so that neither a restart nor a second server gives an attacker new attempts. */
export const loginAttempts = (database: Database) => ({
  /** Counts one attempt for every key, or none when it is refused. */
  countAttempt: (keys: readonly AttemptKey[], at: number): Promise<CountedAttempt> =>
    database.write(async ({ db }) => {
      // Many attempts at the same moment must not all pass before the first one is counted.
      await database.dialect.lock(db, 'people');
      const asked = keys.flatMap(({ key, newOrigins }) =>
        newOrigins === undefined ? [key] : [key, newOrigins.origin, newOrigins.key],
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
  forgetAttempts: (key: Uint8Array) =>
    database.write(async ({ db }) => {
      await db.deleteFrom('login_attempt').where('key', '=', key).execute();
    }),
  /** Subtracts one attempt, which turned out not to be a guess. */
  takeBackAttempt: (key: Uint8Array) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('login_attempt')
        .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
        .where('key', '=', key)
        .execute();
    }),
});
