import { AppError } from '../../crawl/run/errors.ts';
import { type Doer, noteOf, theOperator } from '../../http/people/audit-note.ts';
import { userNameOf } from '../../http/people/chosen-values.ts';
import { countLinkAttempt, takeBackLinkAttempt } from './log-in.ts';
import { hashOfSafe, userNamed } from './manage-users.ts';
import { hashOf, newSecret, type PeopleContext } from './people-context.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';
import type { StoredUser } from './tables/people-tables.ts';

const day = 24 * 60 * 60 * 1000;

/** A link with which a user chooses a password. It works once, within a day; a newer link for the same user replaces it. */
export interface OneTimeLink {
  readonly user: StoredUser;
  /** Shown once; the database has only its hash. */
  readonly token: string;
  readonly expiresAt: number;
}

/** The token is in the fragment (after `#`), so that it appears in no log and no `Referer`. */
export const linkAddress = (serverUrl: string, { token }: OneTimeLink): string =>
  `${serverUrl.replace(/\/$/, '')}/welcome#${token}`;

export async function makeLink(
  { store, now }: PeopleContext,
  user: StoredUser,
  doer: Doer,
): Promise<OneTimeLink> {
  const token = newSecret();
  const expiresAt = now() + day;
  const link = { hash: hashOf(token), userId: user.id, expiresAt };
  await store.people.keepLink(link, noteOf(now(), doer, 'make link', user.name));
  return { user, token, expiresAt };
}

/** The owner of a link; does not use the link up. Throws APP_LINK_INVALID and APP_LOGIN_TOO_OFTEN. */
export async function ownerOfLink(
  people: PeopleContext,
  token: string,
  address: string,
): Promise<StoredUser> {
  const { store, now } = people;
  await countLinkAttempt(people, address);
  const owner = await store.people.linkOwner(hashOf(token), now());
  if (owner === null) throw invalidLink();
  await takeBackLinkAttempt(people, address);
  return owner;
}

/** Sets the password of the link's user, and logs them in. Throws APP_LINK_INVALID and APP_PASSWORD_UNSAFE. */
export async function redeemLink(
  people: PeopleContext,
  { token, password, ...visit }: Visit & { readonly token: string; readonly password: string },
): Promise<StartedSession> {
  const { store, passwords, now } = people;
  const owner = await ownerOfLink(people, token, visit.address);
  const safe = await hashOfSafe(passwords, password, owner);
  const doer = { name: '', address: visit.address };
  const { actor, subject, ...note } = noteOf(now(), doer, 'choose password', '');
  const user = await store.people.redeemLink(hashOf(token), safe, note);
  if (user === null) throw invalidLink();
  return startSession(people, user, visit, 'with a one-time link');
}

const invalidLink = () =>
  new AppError(
    'APP_LINK_INVALID',
    'This link was used before, or is older than a day. Ask an administrator for another one; the operator of the server makes one with: tidemark users passwd NAME --link',
  );

const firstName = 'admin';

/**
 * Makes sure that it is possible to log in to a server: creates an administrator on the first start, and a link until an administrator
 * can log in. Null when there is nothing to do. There is never a default password.
 */
export async function firstAdministrator(people: PeopleContext): Promise<OneTimeLink | null> {
  const users = await people.store.people.listUsers();
  const administrators = users.filter(({ role }) => role === 'administrator');
  if (administrators.some(({ password, external }) => password !== null || external !== null)) return null;
  return makeLink(people, administrators[0] ?? (await addFirst(people)), theOperator);
}

/** The user whom the operator names. The first administrator can be named even before the first start. Throws APP_USER_UNKNOWN. */
export async function userOrFirst(people: PeopleContext, name: string): Promise<StoredUser> {
  const hasUsers = (await people.store.people.listUsers()).length > 0;
  return hasUsers || userNameOf(name) !== firstName ? userNamed(people, name) : addFirst(people);
}

const addFirst = ({ store, now }: PeopleContext): Promise<StoredUser> =>
  store.people.createUser(
    { name: firstName, role: 'administrator', password: null, external: null, createdAt: now() },
    noteOf(now(), theOperator, 'add user', firstName, 'the first administrator'),
  );
