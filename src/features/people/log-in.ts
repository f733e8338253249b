import { AppError } from '../../crawl/run/errors.ts';
import { visitorNetwork } from '../../fetch/index.ts';
import { noteOf } from '../../http/people/audit-note.ts';
import { passwordOf, userNameOf } from '../../http/people/chosen-values.ts';
import { knownBrowser } from './known-browser.ts';
import type { PeopleParts } from './people-parts.ts';
import { hashOf } from './secret-texts.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';
import type { AttemptKey, AttemptPace, StoredUser } from './tables/people-records.ts';

const minute = 60 * 1000;

/**
 * After ten wrong passwords for a name from one network, its next attempts wait, up to a minute. Others are not held up: whoever guesses
 * must not lock the user out. Of IPv4 a network is one address, since neighbours in a /24 are strangers; of IPv6 a /64, which is one customer.
 */
const networkPace: AttemptPace = {
  free: 10,
  firstWaitMs: 1_000,
  longestWaitMs: minute,
  forgetAfterMs: 60 * minute,
};
/**
 * All networks together, for one name: a limit of work, and of guesses from thousands of addresses. 300, then 1,440 a day, find no password of twelve
 * characters. A browser in which the user logged in before is not counted here.
 */
const accountPace: AttemptPace = { ...networkPace, free: 300 };
/** One address that tries many names, up to a quarter of an hour. Whole offices share an address, so it has more for free. */
const addressPace: AttemptPace = {
  free: 30,
  firstWaitMs: 1_000,
  longestWaitMs: 15 * minute,
  forgetAfterMs: 60 * minute,
};

export interface LogInRequest extends Visit {
  readonly name: string;
  readonly password: string;
  /** The `Cookie` header: a browser shows with it that the user logged in there before. */
  readonly cookies?: string | undefined;
}

/**
 * Starts a session. Throws APP_LOGIN_WRONG in the same words and after the same work whether the user exists or not, and
 * APP_LOGIN_TOO_OFTEN.
 */
export async function logIn(parts: PeopleParts, request: LogInRequest): Promise<StartedSession> {
  return startSession(parts, await userByPassword(parts, request), request, 'with a password');
}

/** The user who has this name and password. Throws what `logIn` throws. */
export async function userByPassword(parts: PeopleParts, request: LogInRequest): Promise<StoredUser> {
  const { store, passwords, now } = parts;
  const { people } = store;
  const name = userNameOf(request.name.slice(0, 200));
  const user = await people.findUser(name);
  const network = visitorNetwork(request.address);
  const own: AttemptKey = { key: hashOf(`account ${name} from ${network}`), pace: networkPace };
  const address: AttemptKey = { key: hashOf(`address ${network}`), pace: addressPace };
  const browser = knownBrowser(user, request.cookies, now());
  // A browser in which the user logged in before is counted by itself alone: others in its network must not lock it out.
  const counted: readonly AttemptKey[] =
    browser === null
      ? [own, address, { key: hashOf(`account ${name}`), pace: accountPace }]
      : [{ key: hashOf(`browser ${browser}`), pace: networkPace }];
  await countAttempt(parts, counted);
  const stored = user?.password ?? null;
  const isRight = await passwords.isRight(passwordOf(request.password), stored);
  if (!isRight || user === null || stored === null) {
    await people.note(noteOf(now(), { name: 'nobody', address: request.address }, 'log in refused', name));
    throw new AppError('APP_LOGIN_WRONG', 'The name or the password is wrong.');
  }
  if (browser === null) await people.forgetAttempts(own.key);
  // The count of the whole account stays: the user's own log-ins must not give a stranger new guesses.
  for (const { key } of counted) if (key !== own.key) await people.takeBackAttempt(key);
  if (passwords.isOutdated(stored))
    await people.rehashPassword(user.id, stored, await passwords.hash(passwordOf(request.password)));
  return user;
}

/** Guesses of one-time links are slowed down by address only: they name no account. */
export function countLinkAttempt(parts: PeopleParts, address: string): Promise<void> {
  return countAttempt(parts, [{ key: hashOf(`address ${visitorNetwork(address)}`), pace: addressPace }]);
}

/** A link that is good was no guess. */
export async function takeBackLinkAttempt({ store }: PeopleParts, address: string): Promise<void> {
  await store.people.takeBackAttempt(hashOf(`address ${visitorNetwork(address)}`));
}

async function countAttempt({ store, now }: PeopleParts, keys: readonly AttemptKey[]): Promise<void> {
  const wait = await store.people.countAttempt(keys, now());
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new AppError('APP_LOGIN_TOO_OFTEN', `Too many attempts to log in. Try again in ${seconds} s.`);
  }
}
