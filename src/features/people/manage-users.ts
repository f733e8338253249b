import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/project.ts';
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
import { hashOf, hintOf, newToken, type PeopleContext } from './people-context.ts';
import { type StartedSession, startSession } from './sessions.ts';
import {
  type ApiToken,
  type ExternalIdentity,
  proxyIssuer,
  type StoredUser,
} from './tables/people-tables.ts';

/** Throws APP_USER_UNKNOWN. */
export async function userNamed({ store }: Pick<PeopleContext, 'store'>, name: string): Promise<StoredUser> {
  const user = await store.people.findUser(userNameOf(name));
  if (user !== null) return user;
  throw new AppError('APP_USER_UNKNOWN', `There is no user "${name}"; "tidemark users ls" lists them.`);
}

/** Adds a user, who cannot log in without a password or a link. Throws APP_USER_NAME_INVALID, STORE_NAME_TAKEN. */
export function addUser(
  { store, now }: PeopleContext,
  typed: string,
  role: UserRole,
  doer: Doer,
): Promise<StoredUser> {
  const name = userNameOf(typed);
  const complaint = complaintAboutName(name);
  if (complaint !== null) throw new AppError('APP_USER_NAME_INVALID', complaint);
  const user = { name, role, password: null, external: null, createdAt: now() };
  return store.people.createUser(user, noteOf(now(), doer, 'add user', name, role));
}

/** Removes the user with sessions, tokens and access to projects; the projects stay. Throws STORE_LAST_ADMINISTRATOR. */
export async function removeUser({ store, now }: PeopleContext, user: StoredUser, doer: Doer): Promise<void> {
  await store.people.removeUser(user.id, noteOf(now(), doer, 'remove user', user.name));
}

/** The role applies from the next request on. Throws STORE_LAST_ADMINISTRATOR. */
export async function changeRole(
  { store, now }: PeopleContext,
  user: StoredUser,
  role: UserRole,
  doer: Doer,
): Promise<void> {
  const note = noteOf(now(), doer, 'change role', user.name, `from ${user.role} to ${role}`);
  await store.people.changeUser(user.id, { role }, note);
}

/**
 * Links an external identity to this user. `issuer` is the address of an OpenID provider; null for the
 * proxy. Throws STORE_NAME_TAKEN.
 */
export async function linkUser(
  { store, now }: PeopleContext,
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
  people: PeopleContext,
  { password, ...request }: LogInRequest,
  wished: { readonly password: string; readonly keepTokens: boolean },
): Promise<StartedSession> {
  const user = await userByPassword(people, { ...request, password, hasSession: true });
  const changed = await changePassword(people, user, wished, doerFrom(user, request.address));
  return startSession(people, changed, request, 'with a new password');
}

/** Ends all sessions of the user, and all tokens unless they are to be kept. Throws APP_PASSWORD_UNSAFE. */
export async function changePassword(
  { store, passwords, now }: PeopleContext,
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
  passwords: PeopleContext['passwords'],
  typed: string,
  { name }: StoredUser,
): Promise<string> {
  const password = passwordOf(typed);
  const complaint = complaintAboutPassword(password, name);
  if (complaint !== null) throw new AppError('APP_PASSWORD_UNSAFE', complaint);
  return passwords.hash(password);
}

/** If more users than this have the same name, something is wrong. */
const mostOfOneName = 100;

/**
 * The user whom a provider or a trusted proxy names. The first time, creates a reader, who sees no project until given access.
 * A user of the same name who did not come from there is another person: the name must not give access to an account that has a
 * password here, so a number is added to a name that is taken.
 */
export async function userFromElsewhere(
  { store, now }: PeopleContext,
  external: ExternalIdentity,
  wished: string,
  address: string,
): Promise<StoredUser> {
  for (let number = 1; ; number += 1) {
    // Looked up in each round: two windows of one browser may come back at the same moment.
    const known = await store.people.findUser(external);
    if (known !== null) return known;
    const name = number === 1 ? wished : `${wished.slice(0, 60)}-${number}`;
    const note = noteOf(now(), { name, address }, 'add user', name, `reader, from ${external.issuer}`);
    const user = { name, role: 'reader', password: null, external, createdAt: now() } as const;
    try {
      return await store.people.createUser(user, note);
    } catch (error) {
      if (!isTaken(error) || number >= mostOfOneName) throw error;
    }
  }
}

const isTaken = (error: unknown): boolean => error instanceof StoreError && error.code === 'STORE_NAME_TAKEN';

export interface TokenRequest {
  /** The purpose of the token, in the words of its user. */
  readonly name: string;
  readonly scope: TokenScope;
  /** The only project that the token gives access to; null for all projects of its user. */
  readonly project: Project | null;
  readonly lifeMs: number;
}

/** Returns the token itself, which is shown once and stored nowhere. Throws APP_TOKEN_EXPIRY_INVALID. */
export async function addToken(
  { store, now }: PeopleContext,
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
  { store, now }: PeopleContext,
  userId: number | null,
  tokenId: number,
  doer: Doer,
): Promise<void> {
  const known = (await store.people.tokensOf(userId)).find(({ id }) => id === tokenId);
  if (known === undefined)
    throw new AppError('APP_TOKEN_UNKNOWN', `There is no token ${tokenId}; "tidemark tokens ls" lists them.`);
  await store.people.removeToken(tokenId, noteOf(now(), doer, 'remove token', known.hint, known.name));
}

/** With null, takes the access away. */
export async function setAccess(
  { store, now }: PeopleContext,
  project: Project,
  user: Pick<StoredUser, 'id' | 'name'>,
  access: ProjectAccess | null,
  doer: Doer,
): Promise<void> {
  const action = access === null ? 'remove access' : 'give access';
  const detail = access === null ? user.name : `${user.name}: ${access}`;
  const note = noteOf(now(), doer, action, project.name, detail);
  await store.people.setAccess(project.id, user.id, access, note);
}

/** Who has access, by name. Administrators have access to every project, and are not listed only for that reason. */
export async function accessToProject(
  { store }: Pick<PeopleContext, 'store'>,
  project: Project,
): Promise<readonly { readonly user: string; readonly access: ProjectAccess }[]> {
  const [found, users] = await Promise.all([
    store.people.accessToProject(project.id),
    store.people.listUsers(),
  ]);
  return users.flatMap(({ id, name }) => {
    const given = found.find(({ userId }) => userId === id);
    return given === undefined ? [] : [{ user: name, access: given.access }];
  });
}
