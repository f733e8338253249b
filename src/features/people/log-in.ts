import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../crawl/run/errors.ts';
import { visitorNeighbourhood, visitorNetwork } from '../../fetch/index.ts';
import { noteOf } from '../../http/people/audit-note.ts';
import { passwordOf, userNameOf } from '../../http/people/chosen-values.ts';
import { browserCookie, browserIn } from '../../http/people/session-cookie.ts';
import { printable } from '../../presentation/printable.ts';
import { hashOf, type PeopleContext } from './people-context.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';
import type { AttemptKey, AttemptPace, CountedAttempt, NewOriginLane } from './tables/login-attempts.ts';
import type { StoredUser } from './tables/people-tables.ts';

/** Lifetime of the cookie: after this time without use, a browser counts as new. Browsers keep cookies for 400 days at most. */
const life = 180 * 24 * 60 * 60 * 1000;

/**
 * The header that sets a cookie which proves later that the user logged in with this browser; null for a user without a password.
 * The proof alone does not log in. Its key is the stored hash of the password, so it is valid for this account only, and a new
 * password invalidates it. The salt of that hash is secret, so the proof does not help to guess the password.
 */
export function knownBrowserCookie(user: StoredUser, at: number, isHttps: boolean): string | null {
  if (user.password === null) return null;
  const about = `${randomBytes(12).toString('base64url')}.${at}`;
  return browserCookie(user.id, `${about}.${signed(about, user, user.password)}`, life, isHttps);
}

/** The proof among the cookies of a request that is valid for this user; null when there is none. */
export function knownBrowser(
  user: StoredUser | null,
  cookies: string | undefined,
  at: number,
): string | null {
  if (user === null || user.password === null) return null;
  const proof = browserIn(cookies, user.id);
  const [, about = '', given = ''] = /^([\w-]+\.\d{1,15})\.([\w-]{43})$/.exec(proof ?? '') ?? [];
  const age = at - Number(about.split('.')[1] ?? 0);
  if (proof === null || given === '' || age > life) return null;
  const expected = Buffer.from(signed(about, user, user.password));
  return timingSafeEqual(Buffer.from(given), expected) ? proof : null;
}

const signed = (about: string, { id }: StoredUser, password: string): string =>
  createHmac('sha256', password).update(`browser ${id} ${about}`).digest('base64url');

const minute = 60 * 1000;

/**
 * After ten wrong passwords for a name from one network, further attempts from that network must wait, up to a minute. Other networks are
 * not slowed down: a guesser must not lock the user out. In IPv4 a network is one address, since the others in a /24 belong to other people;
 * in IPv6 it is a /64, which is one customer.
 */
const networkPace: AttemptPace = {
  free: 10,
  firstWaitMs: 1_000,
  longestWaitMs: minute,
  forgetAfterMs: 60 * minute,
};
/**
 * All networks together, for one name. Limits guesses from thousands of addresses to 300, then 1,440 a day. A browser in which the user
 * logged in before is not counted here.
 */
const accountPace: AttemptPace = { ...networkPace, free: 300 };
/**
 * The user may have a new browser, in a network without failed attempts. Such a new origin passes the limit of the account, one every five
 * seconds. So one account gets at most 300 + 1,440 + 17,280 = 19,020 guesses a day: in ten years one in 10^5 of all passwords of three words from a
 * list of 20,000. It may fail three times, because users mistype (docs/users.md).
 */
const newOriginPace = { everyMs: 5_000, longestHoldMs: 10_000, mostFailures: 3 };
/** One address that tries many names must wait up to a quarter of an hour. Whole offices share an address, so it has more free attempts. */
const addressPace: AttemptPace = { ...networkPace, free: 30, longestWaitMs: 15 * minute };

export interface LogInRequest extends Visit {
  readonly name: string;
  readonly password: string;
  /** The `Cookie` header, which may prove that the user logged in with this browser before. */
  readonly cookies?: string | undefined;
  /** Whether the user is logged in, and confirms something with the password. */
  readonly hasSession?: boolean;
}

/**
 * Starts a session. Throws APP_LOGIN_WRONG, with the same words and after the same work whether the user exists or not;
 * APP_LOGIN_TOO_OFTEN; and STORE_ACCOUNT_CHANGED when the password was changed while it was checked.
 */
export async function logIn(people: PeopleContext, request: LogInRequest): Promise<StartedSession> {
  return startSession(people, await userByPassword(people, request), request, 'with a password');
}

/**
 * The user who has this name and password, as stored when the password was read. Callers write what depends on it with `doerFrom` of this user: then
 * it fails when the password was changed meanwhile. Throws what `logIn` throws.
 */
export async function userByPassword(context: PeopleContext, request: LogInRequest): Promise<StoredUser> {
  const { store, passwords, now } = context;
  const { people } = store;
  const name = userNameOf(request.name.slice(0, 200));
  const user = await people.findUser(name);
  const network = visitorNetwork(request.address);
  const own: AttemptKey = { key: hashOf(`account ${name} from ${network}`), pace: networkPace };
  const address: AttemptKey = { key: hashOf(`address ${network}`), pace: addressPace };
  const browser = knownBrowser(user, request.cookies, now());
  const newOrigins: NewOriginLane = {
    ...newOriginPace,
    origin: hashOf(`account ${name} near ${visitorNeighbourhood(request.address)}`),
    key: hashOf(`new origins of ${name}`),
  };
  // A browser in which the user logged in before has its own count: others in its network must not lock it out.
  const counted: readonly AttemptKey[] =
    browser === null
      ? [own, address, { key: hashOf(`account ${name}`), pace: accountPace, newOrigins }]
      : [{ key: hashOf(`browser ${browser}`), pace: networkPace }];
  const { isNewOrigin } = await countAttempt(context, counted);
  const stored = user?.password ?? null;
  const isKnown = user !== null && (browser !== null || request.hasSession === true);
  const asking = isKnown
    ? { isStranger: false, from: `user ${user.id}` }
    : { isStranger: true, from: visitorNeighbourhood(request.address) };
  const isRight = await passwords
    .isRight(passwordOf(request.password), stored, asking)
    .catch(async (error: unknown) => {
      // A password that was not checked is not a guess: a user who retries during an attack must not be locked out.
      const keys = counted.filter(({ newOrigins: lane }) => !(isNewOrigin && lane !== undefined));
      for (const { key } of keys) await people.takeBackAttempt(key);
      if (browser === null) await people.takeBackAttempt(newOrigins.origin);
      throw error;
    });
  if (!isRight || user === null || stored === null) {
    if (user !== null || (await isFirstUnknown(context, request.address)))
      await people.note(
        noteOf(now(), { name: 'nobody', address: request.address }, 'log in refused', printable(name)),
      );
    throw new AppError('APP_LOGIN_WRONG', 'The name or the password is wrong.');
  }
  if (browser === null) for (const key of [own.key, newOrigins.origin]) await people.forgetAttempts(key);
  // Takes back only this attempt. The count of the whole account is not reset: the user's own log-ins must not give a stranger new guesses.
  for (const { key, newOrigins: lane } of counted)
    if (key !== own.key && !(isNewOrigin && lane !== undefined)) await people.takeBackAttempt(key);
  if (!passwords.isOutdated(stored)) return user;
  const rehashed = await passwords.hash(passwordOf(request.password));
  await people.rehashPassword(user.id, stored, rehashed);
  return { ...user, password: rehashed };
}

/** Lines of the audit log stay for ever: of refused names that no user has, one line in this time is written for each neighbourhood. */
const unknownPace: AttemptPace = {
  free: 1,
  firstWaitMs: 60 * minute,
  longestWaitMs: 60 * minute,
  forgetAfterMs: 60 * minute,
};

/** Whether no name that no user has was refused to this neighbourhood for an hour. */
async function isFirstUnknown({ store, now }: PeopleContext, address: string): Promise<boolean> {
  const key = hashOf(`unknown names near ${visitorNeighbourhood(address)}`);
  return (await store.people.countAttempt([{ key, pace: unknownPace }], now())).waitMs === 0;
}

/** Guesses of one-time links are slowed down by address only: they name no account. */
export async function countLinkAttempt(people: PeopleContext, address: string): Promise<void> {
  await countAttempt(people, [{ key: hashOf(`address ${visitorNetwork(address)}`), pace: addressPace }]);
}

/** A valid link does not count as a guess. */
export async function takeBackLinkAttempt({ store }: PeopleContext, address: string): Promise<void> {
  await store.people.takeBackAttempt(hashOf(`address ${visitorNetwork(address)}`));
}

async function countAttempt(
  { store, now, hold = setTimeout }: PeopleContext,
  keys: readonly AttemptKey[],
): Promise<CountedAttempt> {
  const attempt = await store.people.countAttempt(keys, now());
  const { waitMs, holdMs } = attempt;
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new AppError('APP_LOGIN_TOO_OFTEN', `Too many attempts to log in. Try again in ${seconds} s.`);
  }
  if (holdMs > 0) await hold(holdMs);
  return attempt;
}
