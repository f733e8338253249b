import type { ProjectAccess, UserRole } from '../../crawl/tables/user-role.ts';
import type { Role } from '../contract/endpoint.ts';

export type { ProjectAccess, UserRole } from '../../crawl/tables/user-role.ts';

/** What a token may do, whatever its user may. */
export type TokenScope = 'read' | 'write' | 'admin';

/** A user, as far as permissions go. */
export interface KnownUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  /** As it was when the request was let in; null for the operator, who is no stored user. */
  readonly credentialVersion: number | null;
}

/** Who asks. A token acts for its user, and never does more than that user may do at the moment. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly user: KnownUser;
      /** The hash of the session; null for a user whom a trusted proxy named. */
      readonly session: Uint8Array | null;
    }
  | {
      readonly kind: 'token';
      readonly user: KnownUser;
      readonly tokenId: number;
      readonly scope: TokenScope;
      /** The only project that the token is for; null for all projects of its user. */
      readonly projectId: number | null;
      readonly expiresAt: number;
    };

export const anonymous: Principal = { kind: 'anonymous' };

/** For the audit log. */
export const nameOfPrincipal = (principal: Principal): string =>
  principal.kind === 'anonymous' ? 'nobody' : principal.user.name;

/**
 * What a route requires of its caller. Every route has one; there is no default, so that a new route is closed until its
 * requirements are decided.
 */
export interface RouteNeeds {
  /** The least role; `anonymous` needs no log-in. */
  readonly role: Role;
  /** What is done with the project that the request names; null when it names none. */
  readonly project: ProjectAccess | null;
  /** The least scope of a token; `none` is for people only: no token may change passwords or make other tokens. */
  readonly scope: TokenScope | 'none';
}

/**
 * Why a request is refused. `no such project`: the answer is the one for a project that does not exist. `not allowed`: the caller
 * may see it, but not do this. `unknown host`: a name that is not ours points here. `other site`: a browser asks on behalf of a page
 * that is not ours.
 */
export type Refusal = 'not logged in' | 'not allowed' | 'no such project' | 'unknown host' | 'other site';

const roles: Readonly<Record<Role, number>> = {
  anonymous: 0,
  reader: 1,
  editor: 2,
  administrator: 3,
};
const accesses: Readonly<Record<ProjectAccess, number>> = { read: 1, write: 2, own: 3 };
const scopes: Readonly<Record<TokenScope | 'none', number>> = { read: 1, write: 2, admin: 3, none: 4 };

/** The most that a role or a scope may do with any project, its owner's or not. */
const mostByRole: Readonly<Record<UserRole, ProjectAccess>> = {
  reader: 'read',
  editor: 'own',
  administrator: 'own',
};
const mostByScope: Readonly<Record<TokenScope, ProjectAccess>> = {
  read: 'read',
  write: 'write',
  admin: 'own',
};

const lesser = (a: ProjectAccess, b: ProjectAccess): ProjectAccess => (accesses[a] <= accesses[b] ? a : b);

/**
 * What a caller may do with a project; null when it does not exist for them. `share` is what the project's owner gave the
 * user. Administrators have every project. Other users have only the projects that were shared with them: those that the
 * operator made on the command line belong to the administrators until they share them.
 */
export function accessTo(
  caller: Principal,
  projectId: number,
  share: ProjectAccess | null,
): ProjectAccess | null {
  if (caller.kind === 'anonymous') return null;
  const { role } = caller.user;
  const given = role === 'administrator' ? 'own' : share;
  if (given === null) return null;
  const byRole = lesser(given, mostByRole[role]);
  if (caller.kind === 'user') return byRole;
  if (caller.projectId !== null && caller.projectId !== projectId) return null;
  return lesser(byRole, mostByScope[caller.scope]);
}

/** Whether a caller may use a route. `access` is what they may do with the project it names; null when it names none. */
export function mayDo(caller: Principal, needs: RouteNeeds, access: ProjectAccess | null): 'yes' | Refusal {
  if (needs.role === 'anonymous') return 'yes';
  if (caller.kind === 'anonymous') return 'not logged in';
  if (needs.project !== null) {
    // Before everything else: a refusal of another kind would reveal that the project exists.
    if (access === null) return 'no such project';
    if (accesses[access] < accesses[needs.project]) return 'not allowed';
  }
  if (roles[caller.user.role] < roles[needs.role]) return 'not allowed';
  if (caller.kind === 'user') return 'yes';
  if (scopes[caller.scope] < scopes[needs.scope]) return 'not allowed';
  // A token for one project is not for the server; lists show it that project only.
  const changesServer = needs.project === null && needs.scope !== 'read';
  return caller.projectId !== null && changesServer ? 'not allowed' : 'yes';
}
