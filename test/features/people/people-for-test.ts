import type { Store } from '../../../src/database/store.ts';
import { logIn } from '../../../src/features/people/log-in.ts';
import { addUser, changePassword } from '../../../src/features/people/manage-users.ts';
import { Passwords } from '../../../src/features/people/password-hash.ts';
import type { PeopleContext } from '../../../src/features/people/people-context.ts';
import { admit, type ServerPlace } from '../../../src/features/people/people-gate.ts';
import { theOperator } from '../../../src/http/people/audit-note.ts';
import type { RouteNeeds, UserRole } from '../../../src/http/people/may-do.ts';

export const goodPassword = 'correct horse battery';
const cheap = { log2n: 4, r: 8, p: 1 };

/** A clock that stands until it is moved. */
export interface TestClock {
  now: number;
}

export function peopleParts(store: Store, clock: TestClock, passwords = new Passwords(cheap)): PeopleContext {
  return { store, passwords, now: () => clock.now, hold: async () => undefined };
}

export const onThisMachine: ServerPlace = { publicUrl: '', isProxy: () => false, proxyUserHeader: '' };

export const readsServer: RouteNeeds = { role: 'reader', project: null, scope: 'read' };

/** Adds a user with `goodPassword`. */
export async function addKnownUser(parts: PeopleContext, name: string, role: UserRole) {
  const user = await addUser(parts, name, role, theOperator);
  await changePassword(parts, user, { password: goodPassword, keepTokens: false }, theOperator);
  return user;
}

/** The cookie of a user who has just logged in. */
export async function cookieOf(parts: PeopleContext, name: string): Promise<string> {
  const { token } = await logIn(parts, {
    name,
    password: goodPassword,
    address: '127.0.0.1',
    agent: 'Test',
  });
  return `tidemark-session=${token}`;
}

/** The headers of a page of the server itself. */
export const ownPage = {
  host: '127.0.0.1:4280',
  'sec-fetch-site': 'same-origin',
  'x-tidemark-client': 'web',
} as const;

/** Asks on this machine, from a page of the server unless the headers say otherwise. */
export function ask(
  parts: PeopleContext,
  {
    headers = {},
    needs = readsServer,
    method = 'GET',
    project = null,
    address = '127.0.0.1',
    place = onThisMachine,
  }: {
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly needs?: RouteNeeds;
    readonly method?: string;
    readonly project?: string | null;
    readonly address?: string;
    readonly place?: ServerPlace;
  },
) {
  return admit(parts, place, { method, headers: { ...ownPage, ...headers }, address, project }, needs);
}
