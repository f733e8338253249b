import type { Database } from '../../../database/database.ts';
import type { PeopleWrites } from './people.ts';
import type { AttemptPace } from './people-records.ts';

/** What is known about the attempts for a key. */
interface CountedAttempts {
  readonly failures: number;
  readonly at: number;
  readonly blocked_until: number;
}

/** One attempt more. Only called when the key is not blocked. */
function oneMore(known: CountedAttempts | null, at: number, pace: AttemptPace): CountedAttempts {
  const before = known === null || at - known.at > pace.forgetAfterMs ? 0 : known.failures;
  const failures = before + 1;
  const over = failures - pace.free;
  const wait = over < 0 ? 0 : Math.min(pace.longestWaitMs, pace.firstWaitMs * 2 ** Math.min(over, 30));
  return { failures, at, blocked_until: at + wait };
}

/** More keys than this are an attack from many addresses; the oldest are forgotten. */
const mostKeys = 20_000;

/** In the database, so that neither a restart nor a second server gives an attacker new attempts. */
export const loginAttempts = (
  database: Database,
): Pick<PeopleWrites, 'countAttempt' | 'forgetAttempts' | 'takeBackAttempt'> => ({
  countAttempt: (keys, at) =>
    database.write(async ({ db }) => {
      // Many attempts at the same moment must not all pass before the first one is counted.
      await database.dialect.lockPeople(db);
      const known = await db
        .selectFrom('login_attempt')
        .selectAll()
        .where(
          'key',
          'in',
          keys.map(({ key }) => key),
        )
        .execute();
      const wait = Math.max(0, ...known.map(({ blocked_until }) => blocked_until - at));
      if (wait > 0) return wait;
      for (const { key, pace } of keys) {
        const row = known.find((each) => Buffer.compare(each.key, key) === 0) ?? null;
        const counted = oneMore(row, at, pace);
        await db
          .insertInto('login_attempt')
          .values({ key, ...counted })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(counted))
          .execute();
      }
      const longest = Math.max(...keys.map(({ pace }) => pace.forgetAfterMs));
      await db
        .deleteFrom('login_attempt')
        .where('at', '<', at - longest)
        .execute();
      const tooMany = db
        .selectFrom('login_attempt')
        .select('key')
        .orderBy('at', 'desc')
        .limit(100)
        .offset(mostKeys);
      await db.deleteFrom('login_attempt').where('key', 'in', tooMany).execute();
      return 0;
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
