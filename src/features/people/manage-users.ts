import { AppError } from '../../crawl/run/errors.ts';
import { type Doer, doerFrom, noteOf } from '../../http/people/audit-note.ts';
import {
  complaintAboutName,
  complaintAboutPassword,
  passwordOf,
  userNameOf,
} from '../../http/people/chosen-values.ts';
import type { UserRole } from '../../http/people/may-do.ts';
import { type LogInRequest, userByPassword } from './log-in.ts';
import type { PeopleParts } from './people-parts.ts';
import { type StartedSession, startSession } from './sessions.ts';
import { type ExternalIdentity, proxyIssuer, type StoredUser } from './tables/people-records.ts';

/** Throws APP_USER_UNKNOWN. */
export async function userNamed({ store }: Pick<PeopleParts, 'store'>, name: string): Promise<StoredUser> {
  const user = await store.people.findUser(userNameOf(name));
  if (user !== null) return user;
  throw new AppError('APP_USER_UNKNOWN', `There is no user "${name}"; "tidemark users ls" lists them.`);
}

/** A user who cannot log in yet: that takes a password or a link. Throws APP_USER_NAME_INVALID, STORE_NAME_TAKEN. */
export function addUser(
  { store, now }: PeopleParts,
  typed: string,
  role: UserRole,
  doer: Doer,
): Promise<StoredUser> {
  const name = userNameOf(typed);
  const complaint = complaintAboutName(name);
  if (complaint !== null) throw new AppError('APP_USER_NAME_INVALID', complaint);
  return store.people.createUser(
    { name, role, password: null, external: null, createdAt: now() },
    noteOf(now(), doer, 'add user', name, role),
  );
}

/** With sessions, tokens and shares; projects stay. Throws STORE_LAST_ADMINISTRATOR. */
export async function removeUser({ store, now }: PeopleParts, user: StoredUser, doer: Doer): Promise<void> {
  await store.people.removeUser(user.id, noteOf(now(), doer, 'remove user', user.name));
}

/** It holds from the next request on. Throws STORE_LAST_ADMINISTRATOR. */
export async function changeRole(
  { store, now }: PeopleParts,
  user: StoredUser,
  role: UserRole,
  doer: Doer,
): Promise<void> {
  const note = noteOf(now(), doer, 'change role', user.name, `from ${user.role} to ${role}`);
  await store.people.changeUser(user.id, { role }, note);
}

/**
 * From now on, whoever comes from there with that identity is this user. `issuer` is the address of an OpenID provider; null for the
 * proxy. Throws STORE_NAME_TAKEN.
 */
export async function linkUser(
  { store, now }: PeopleParts,
  user: StoredUser,
  { issuer, identity }: { readonly issuer: string | null; readonly identity: string },
  doer: Doer,
): Promise<ExternalIdentity> {
  const external =
    issuer === null ? { issuer: proxyIssuer, subject: userNameOf(identity) } : { issuer, subject: identity };
  const note = noteOf(now(), doer, 'link user', user.name, `${external.subject} of ${external.issuer}`);
  await store.people.changeUser(user.id, { external }, note);
  return external;
}

/** Whoever knows the old password changes it, and stays logged in. Throws what `logIn` and `changePassword` throw. */
export async function changeOwnPassword(
  parts: PeopleParts,
  { password, ...request }: LogInRequest,
  wished: { readonly password: string; readonly keepTokens: boolean },
): Promise<StartedSession> {
  const user = await userByPassword(parts, { ...request, password });
  const changed = await changePassword(parts, user, wished, doerFrom(user, request.address));
  return startSession(parts, changed, request, 'with a new password');
}

/** Ends all sessions of the user, and all tokens unless they are to be kept. Throws APP_PASSWORD_UNSAFE. */
export async function changePassword(
  { store, passwords, now }: PeopleParts,
  user: StoredUser,
  { password, keepTokens }: { readonly password: string; readonly keepTokens: boolean },
  doer: Doer,
): Promise<StoredUser> {
  const typed = passwordOf(password);
  const complaint = complaintAboutPassword(typed, user.name);
  if (complaint !== null) throw new AppError('APP_PASSWORD_UNSAFE', complaint);
  const hash = await passwords.hash(typed);
  return store.people.changeUser(
    user.id,
    { password: hash, keepTokens },
    noteOf(now(), doer, 'change password', user.name, keepTokens ? 'tokens stay' : ''),
  );
}
