import { describe, expect, test } from 'vitest';
import {
  accessTo,
  anonymous,
  mayDo,
  type Principal,
  type ProjectAccess,
  type Refusal,
  type RouteNeeds,
  type TokenScope,
  type UserRole,
} from './may-do.ts';

const roles: readonly UserRole[] = ['reader', 'editor', 'administrator'];
const accesses: readonly ProjectAccess[] = ['read', 'write', 'own'];
const scopes: readonly TokenScope[] = ['read', 'write', 'admin'];
const here = 1;
const elsewhere = 2;

const user = (role: UserRole): Principal => ({
  kind: 'user',
  user: { id: 7, name: 'u', role, credentialVersion: 0 },
  session: null,
});
const token = (role: UserRole, scope: TokenScope, projectId: number | null): Principal => ({
  kind: 'token',
  user: { id: 7, name: 'u', role, credentialVersion: 0 },
  tokenId: 1,
  scope,
  projectId,
  expiresAt: 1,
});

/** Every kind of caller: anonymous, users of each role, tokens of each role and scope, for all, this and another project. */
const callers: readonly Principal[] = [
  anonymous,
  ...roles.map(user),
  ...roles.flatMap((role) =>
    scopes.flatMap((scope) => [null, here, elsewhere].map((project) => token(role, scope, project))),
  ),
];
/** Every classification that a route can have. */
const needs: readonly RouteNeeds[] = (['anonymous', ...roles] as const).flatMap((role) =>
  ([...accesses, null] as const).flatMap((project) =>
    ([...scopes, 'none'] as const).map((scope) => ({ role, project, scope })),
  ),
);
/** What the owner of the project gave the user. */
const shares: readonly (ProjectAccess | null)[] = [null, ...accesses];

/** The rules once more, in another way: by the reasons to refuse instead of by ranks. */
function expected(caller: Principal, route: RouteNeeds, share: ProjectAccess | null): 'yes' | Refusal {
  if (route.role === 'anonymous') return 'yes';
  if (caller.kind === 'anonymous') return 'not logged in';
  const { role } = caller.user;
  const isToken = caller.kind === 'token';
  if (route.project !== null) {
    if (role !== 'administrator' && share === null) return 'no such project';
    if (isToken && caller.projectId === elsewhere) return 'no such project';
    const writes = route.project !== 'read';
    const owns = route.project === 'own';
    if (role === 'reader' && writes) return 'not allowed';
    if (role === 'editor' && writes && share === 'read') return 'not allowed';
    if (role === 'editor' && owns && share !== 'own') return 'not allowed';
    if (isToken && writes && caller.scope === 'read') return 'not allowed';
    if (isToken && owns && caller.scope !== 'admin') return 'not allowed';
  }
  if (route.role === 'administrator' && role !== 'administrator') return 'not allowed';
  if (route.role === 'editor' && role === 'reader') return 'not allowed';
  if (!isToken) return 'yes';
  if (route.scope === 'none') return 'not allowed';
  if (route.scope === 'admin' && caller.scope !== 'admin') return 'not allowed';
  if (route.scope === 'write' && caller.scope === 'read') return 'not allowed';
  return route.project === null && caller.projectId !== null && route.scope !== 'read'
    ? 'not allowed'
    : 'yes';
}

const verdict = (caller: Principal, route: RouteNeeds, share: ProjectAccess | null) =>
  mayDo(caller, route, route.project !== null ? accessTo(caller, here, share) : null);

test(`every caller on every kind of route: ${callers.length * needs.length * shares.length} cases`, () => {
  const counts: Partial<Record<'yes' | Refusal, number>> = {
    yes: 0,
    'not logged in': 0,
    'no such project': 0,
    'not allowed': 0,
  };
  for (const caller of callers)
    for (const route of needs)
      for (const share of shares) {
        const found = verdict(caller, route, share);
        expect(found, JSON.stringify({ caller, route, share })).toBe(expected(caller, route, share));
        counts[found] = (counts[found] ?? 0) + 1;
      }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});

describe('in words', () => {
  const route = (change: Partial<RouteNeeds>): RouteNeeds => ({
    role: 'reader',
    project: 'read',
    scope: 'read',
    ...change,
  });

  test("another user's project is hidden from an editor, whatever is asked of it", () => {
    for (const project of accesses)
      expect(verdict(user('editor'), route({ role: 'editor', project }), null)).toBe('no such project');
  });

  test('a project is hidden before a role is refused: a refusal would tell that it exists', () => {
    expect(verdict(user('reader'), route({ role: 'administrator' }), null)).toBe('no such project');
  });

  test('a token never does more than its user may, nor more than its scope', () => {
    for (const own of callers) {
      if (own.kind !== 'token') continue;
      for (const each of needs)
        for (const share of shares)
          if (verdict(own, each, share) === 'yes')
            expect(verdict(user(own.user.role), each, share)).toBe('yes');
    }
  });

  test('a reader with whom a project was shared for writing still only reads', () => {
    expect(accessTo(user('reader'), here, 'write')).toBe('read');
  });
});
