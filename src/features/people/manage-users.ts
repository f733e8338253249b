import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/records.ts';
import { StoreError } from '../../database/errors.ts';
import { type Doer, doerFrom, noteOf } from '../../http/people/audit-note.ts';
import {
  complaintAboutName,
  complaintAboutPassword,
  longestTokenLife,
  passwordOf,
  userNameOf,
} from '../../http/people/chosen-values.ts';
import type { ProjectAccess, TokenScope, UserRole } from '../../http/people/may-do.ts';
import { type LogInRequest, userByPassword } from './log-in.ts';
import { hashOf, hintOf, newToken, type PeopleParts } from './people-parts.ts';
import { type StartedSession, startSession } from './sessions.ts';
import {
  type ApiToken,
  type ExternalIdentity,
  type NewUser,
  proxyIssuer,
  type StoredUser,
} from './tables/people-records.ts';

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
  const user: NewUser = { name, role, password: null, external: null, createdAt: now() };
  return store.people.createUser(user, noteOf(now(), doer, 'add user', name, role));
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
 * From now on, that identity there is this user. `issuer` is the address of an OpenID provider; null for the
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

/** A user who knows the old password changes it, and stays logged in. Throws what `logIn` and `changePassword` throw. */
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
  const hash = await hashOfSafe(passwords, password, user);
  const note = noteOf(now(), doer, 'change password', user.name, keepTokens ? 'tokens stay' : '');
  return store.people.changeUser(user.id, { password: hash, keepTokens }, note);
}

/** The hash of a new password. Throws APP_PASSWORD_UNSAFE. */
export async function hashOfSafe(
  passwords: PeopleParts['passwords'],
  typed: string,
  { name }: StoredUser,
): Promise<string> {
  const password = passwordOf(typed);
  const complaint = complaintAboutPassword(password, name);
  if (complaint !== null) throw new AppError('APP_PASSWORD_UNSAFE', complaint);
  return passwords.hash(password);
}

/** More users of one name than this mean that something is wrong. */
const mostOfOneName = 100;

/**
 * The user whom a provider or a trusted proxy names. The first time, a new one: a reader, who sees nothing until a project is shared.
 * A user of the same name who did not come from there is another person: that name must not open an account that has a password
 * here, so a number follows a name that is taken.
 */
export async function userFromElsewhere(
  { store, now }: PeopleParts,
  external: ExternalIdentity,
  wished: string,
  address: string,
): Promise<StoredUser> {
  for (let number = 1; ; number += 1) {
    // Looked up each time: two windows of one browser may come back at the same moment.
    const known = await store.people.findUser(external);
    if (known !== null) return known;
    const name = number === 1 ? wished : `${wished.slice(0, 60)}-${number}`;
    const note = noteOf(now(), { name, address }, 'add user', name, `reader, from ${external.issuer}`);
    const user: NewUser = { name, role: 'reader', password: null, external, createdAt: now() };
    try {
      return await store.people.createUser(user, note);
    } catch (error) {
      if (!isTaken(error) || number >= mostOfOneName) throw error;
    }
  }
}

const isTaken = (error: unknown): boolean => error instanceof StoreError && error.code === 'STORE_NAME_TAKEN';

export interface TokenRequest {
  /** What it is for, in the words of its user. */
  readonly name: string;
  readonly scope: TokenScope;
  /** The only project that it is for; null for all projects of its user. */
  readonly project: Project | null;
  readonly lifeMs: number;
}

/** Returns the token itself, which is shown once and stored nowhere. Throws APP_TOKEN_EXPIRY_INVALID. */
export async function addToken(
  { store, now }: PeopleParts,
  user: StoredUser,
  { name, scope, project, lifeMs }: TokenRequest,
  doer: Doer,
): Promise<{ readonly token: string; readonly kept: ApiToken }> {
  if (!(lifeMs > 0) || lifeMs > longestTokenLife)
    throw new AppError(
      'APP_TOKEN_EXPIRY_INVALID',
      'A token expires after a day at least, and two years at most.',
    );
  const token = newToken();
  const at = now();
  const about = `${name}: ${scope}${project === null ? '' : `, only the project ${project.name}`}`;
  const kept = await store.people.createToken(
    {
      hash: hashOf(token),
      userId: user.id,
      name: name.slice(0, 100),
      hint: hintOf(token),
      scope,
      projectId: project?.id ?? null,
      createdAt: at,
      expiresAt: at + lifeMs,
    },
    noteOf(at, doer, 'add token', user.name, about),
  );
  return { token, kept };
}

/** `userId` is null for administrators, who may remove all. Throws APP_TOKEN_UNKNOWN, also for a token of another user. */
export async function removeToken(
  { store, now }: PeopleParts,
  userId: number | null,
  tokenId: number,
  doer: Doer,
): Promise<void> {
  const known = (await store.people.tokensOf(userId)).find(({ id }) => id === tokenId);
  if (known === undefined)
    throw new AppError('APP_TOKEN_UNKNOWN', `There is no token ${tokenId}; "tidemark tokens ls" lists them.`);
  await store.people.removeToken(tokenId, noteOf(now(), doer, 'remove token', known.hint, known.name));
}

/** Gives a user a share of a project, or with null takes it away. */
export async function shareProject(
  { store, now }: PeopleParts,
  project: Project,
  user: Pick<StoredUser, 'id' | 'name'>,
  access: ProjectAccess | null,
  doer: Doer,
): Promise<void> {
  const action = access === null ? 'stop sharing' : 'share project';
  const detail = access === null ? user.name : `${user.name}: ${access}`;
  const note = noteOf(now(), doer, action, project.name, detail);
  await store.people.shareProject(project.id, user.id, access, note);
}

/** Who has a share, by name. Administrators have every project and are not listed for that. */
export async function sharesOfProject(
  { store }: Pick<PeopleParts, 'store'>,
  project: Project,
): Promise<readonly { readonly user: string; readonly access: ProjectAccess }[]> {
  const [shares, users] = await Promise.all([store.people.sharesOf(project.id), store.people.listUsers()]);
  return users.flatMap(({ id, name }) => {
    const share = shares.find(({ userId }) => userId === id);
    return share === undefined ? [] : [{ user: name, access: share.access }];
  });
}
