import { visitorNetwork } from '../../fetch/index.ts';
import { passwordOf, userNameOf } from '../../publish/index.ts';
import type { AttemptKey, AttemptPace, StoredUser } from '../../store/index.ts';
import { AppError } from '../errors.ts';
import { noteOf, type PeopleParts } from './people-parts.ts';
import { hashOf } from './secret-texts.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';

const minute = 60 * 1000;

/**
 * After ten wrong passwords a user's next attempts wait, up to a minute: 1,440 guesses a day find no password of twelve
 * characters, and the user himself is not locked out for long by somebody else's guessing.
 */
const accountPace: AttemptPace = {
  free: 10,
  firstWaitMs: 1_000,
  longestWaitMs: minute,
  forgetAfterMs: 60 * minute,
};
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
  const account: AttemptKey = { key: hashOf(`account ${name}`), pace: accountPace };
  const address: AttemptKey = {
    key: hashOf(`address ${visitorNetwork(request.address)}`),
    pace: addressPace,
  };
  await countAttempt(parts, [account, address]);
  const user = await people.findUser(name);
  const stored = user?.password ?? null;
  const isRight = await passwords.isRight(passwordOf(request.password), stored);
  if (!isRight || user === null || stored === null) {
    await people.note(noteOf(now(), { name: 'nobody', address: request.address }, 'log in refused', name));
    throw new AppError('APP_LOGIN_WRONG', 'The name or the password is wrong.');
  }
  await people.forgetAttempts(account.key);
  await people.takeBackAttempt(address.key);
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
