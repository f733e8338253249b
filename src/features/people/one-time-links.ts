import { AppError } from '../../crawl/run/errors.ts';
import { type Doer, noteOf, theOperator } from '../../http/people/audit-note.ts';
import { userNameOf } from '../../http/people/chosen-values.ts';
import { countLinkAttempt, takeBackLinkAttempt } from './log-in.ts';
import { hashOfSafe, userNamed } from './manage-users.ts';
import { hashOf, newSecret, type PeopleParts } from './people-parts.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';
import type { StoredUser } from './tables/people-records.ts';

const day = 24 * 60 * 60 * 1000;

/** With a link, a user chooses a password. It works once, for a day; a newer one for the same user replaces it. */
interface OneTimeLink {
  readonly user: StoredUser;
  /** Shown once; the database has only its hash. */
  readonly token: string;
  readonly expiresAt: number;
}

/** The token is behind a `#`, so that it is in no log and no `Referer`. */
export const linkAddress = (serverUrl: string, { token }: OneTimeLink): string =>
  `${serverUrl.replace(/\/$/, '')}/welcome#${token}`;

export async function makeLink(
  { store, now }: PeopleParts,
  user: StoredUser,
  doer: Doer,
): Promise<OneTimeLink> {
  const token = newSecret();
  const expiresAt = now() + day;
  const link = { hash: hashOf(token), userId: user.id, expiresAt };
  await store.people.keepLink(link, noteOf(now(), doer, 'make link', user.name));
  return { user, token, expiresAt };
}

/** Whose a link is; it stays as it is. Throws APP_LINK_INVALID and APP_LOGIN_TOO_OFTEN. */
export async function ownerOfLink(parts: PeopleParts, token: string, address: string): Promise<StoredUser> {
  const { store, now } = parts;
  await countLinkAttempt(parts, address);
  const owner = await store.people.linkOwner(hashOf(token), now());
  if (owner === null) throw invalidLink();
  await takeBackLinkAttempt(parts, address);
  return owner;
}

/** Sets the password of the link's user, and logs them in. Throws APP_LINK_INVALID and APP_PASSWORD_UNSAFE. */
export async function redeemLink(
  parts: PeopleParts,
  { token, password, ...visit }: Visit & { readonly token: string; readonly password: string },
): Promise<StartedSession> {
  const { store, passwords, now } = parts;
  const owner = await ownerOfLink(parts, token, visit.address);
  const safe = await hashOfSafe(passwords, password, owner);
  const doer = { name: '', address: visit.address };
  const { actor, subject, ...note } = noteOf(now(), doer, 'choose password', '');
  const user = await store.people.redeemLink(hashOf(token), safe, note);
  if (user === null) throw invalidLink();
  return startSession(parts, user, visit, 'with a one-time link');
}

const invalidLink = () =>
  new AppError(
    'APP_LINK_INVALID',
    'This link was used before, or is older than a day. Ask an administrator for another one; whoever runs the server makes one with: tidemark users passwd NAME --link',
  );

const firstName = 'admin';

/**
 * Makes sure that a server can be entered: on the first start an administrator, and a link until one can log in. Null when there
 * is nothing to do. There is never a default password.
 */
export async function firstAdministrator(parts: PeopleParts): Promise<OneTimeLink | null> {
  const users = await parts.store.people.listUsers();
  const administrators = users.filter(({ role }) => role === 'administrator');
  if (administrators.some(({ password, external }) => password !== null || external !== null)) return null;
  return makeLink(parts, administrators[0] ?? (await addFirst(parts)), theOperator);
}

/** The user whom the operator names. The administrator of the first start can be named before it. Throws APP_USER_UNKNOWN. */
export async function userOrFirst(parts: PeopleParts, name: string): Promise<StoredUser> {
  const hasUsers = (await parts.store.people.listUsers()).length > 0;
  return hasUsers || userNameOf(name) !== firstName ? userNamed(parts, name) : addFirst(parts);
}

const addFirst = ({ store, now }: PeopleParts): Promise<StoredUser> =>
  store.people.createUser(
    { name: firstName, role: 'administrator', password: null, external: null, createdAt: now() },
    noteOf(now(), theOperator, 'add user', firstName, 'the first administrator'),
  );
