import { type Doer, doerFrom, noteOf } from '../../http/people/audit-note.ts';
import { sessionCookie } from '../../http/people/session-cookie.ts';
import { hashOf, newSecret, type PeopleContext } from './people-context.ts';
import type { StoredUser, UserSession } from './tables/people-tables.ts';

const day = 24 * 60 * 60 * 1000;
/** A session ends when it is not used for this long ... */
const idleLife = 7 * day;
/** ... and after this time in any case. */
const longestLife = 30 * day;
/** The last use of a session is stored at most this often: reading a page must not cost a write. */
const noteEvery = 10 * 60 * 1000;

/** A session that has just begun. The token goes into the cookie, and nowhere else. */
export interface StartedSession {
  readonly token: string;
  readonly lifeMs: number;
  readonly user: StoredUser;
}

/** The `Set-Cookie` header with the session. */
export const cookieFor = ({ token, lifeMs }: StartedSession, { publicUrl }: { readonly publicUrl: string }) =>
  sessionCookie(token, lifeMs, publicUrl.startsWith('https:'));

export interface Visit {
  readonly address: string;
  /** The `User-Agent` of the browser. */
  readonly agent: string;
}

/** `user` is the user whom the password, link or provider proved. Throws STORE_ACCOUNT_CHANGED when the account has changed since. */
export async function startSession(
  { store, now }: PeopleContext,
  user: StoredUser,
  { address, agent }: Visit,
  how: string,
): Promise<StartedSession> {
  const token = newSecret();
  const at = now();
  const session: UserSession = {
    hash: hashOf(token),
    userId: user.id,
    createdAt: at,
    seenAt: at,
    expiresAt: at + idleLife,
    address,
    agent: agent.slice(0, 200),
  };
  await store.people.startSession(session, noteOf(at, doerFrom(user, address), 'log in', user.name, how));
  return { token, lifeMs: idleLife, user };
}

/** The owner of a session; null when it is unknown or has expired. `lifeMs` is set when it was renewed: the cookie must be renewed, too. */
export async function continueSession({ store, now }: PeopleContext, token: string) {
  const at = now();
  const found = await store.people.findSession(hashOf(token), at);
  if (found === null) return null;
  const { session } = found;
  if (at - session.seenAt < noteEvery) return { ...found, lifeMs: null };
  const expiresAt = Math.min(at + idleLife, session.createdAt + longestLife);
  await store.people.renewSession(session.hash, at, expiresAt);
  return { ...found, lifeMs: expiresAt - at };
}

export async function logOut({ store, now }: PeopleContext, session: Uint8Array, doer: Doer): Promise<void> {
  await store.people.endSession(session, noteOf(now(), doer, 'log out', doer.name));
}

export async function logOutEverywhere(
  { store, now }: PeopleContext,
  userId: number,
  keepTokens: boolean,
  doer: Doer,
): Promise<void> {
  const note = noteOf(now(), doer, 'log out everywhere', doer.name, keepTokens ? 'tokens stay' : '');
  await store.people.endSessionsOf(userId, keepTokens, note);
}
