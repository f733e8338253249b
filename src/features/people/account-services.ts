import { AppError } from '../../crawl/run/errors.ts';
import { notFound } from '../../http/errors.ts';
import { numberAfter, partFrom } from '../../http/json-values.ts';
import { doerOf } from '../../http/people/audit-note.ts';
import type { KnownUser } from '../../http/people/may-do.ts';
import { endedSessionCookie } from '../../http/people/session-cookie.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import type { accountEndpoints } from './account-endpoints.ts';
import { knownBrowserCookie, logIn, userByPassword } from './log-in.ts';
import type { LogInElsewhere } from './log-in-elsewhere.ts';
import { addToken, changeOwnPassword, removeToken } from './manage-users.ts';
import { ownerOfLink, redeemLink } from './one-time-links.ts';
import type { PeopleContext } from './people-context.ts';
import type { ServerPlace } from './people-gate.ts';
import { cookieFor, logOut, logOutEverywhere, type StartedSession } from './sessions.ts';
import type { ApiToken, StoredUser } from './tables/people-tables.ts';

const day = 24 * 60 * 60 * 1000;

interface AccountContext {
  readonly people: PeopleContext;
  readonly place: ServerPlace;
  /** Null when the operator named no identity provider. */
  readonly elsewhere: LogInElsewhere | null;
}

export function accountServices({
  store,
  people,
  place,
  elsewhere,
}: ServiceContext & AccountContext): ServicesOf<typeof accountEndpoints> {
  const isHttps = place.publicUrl.startsWith('https:');
  /** Sets the session cookie, and the cookie that proves that the user logged in with this browser. */
  const enter = (session: StartedSession, { setCookie }: Asking) => {
    const { user } = session;
    const { name, role, password } = user;
    setCookie(cookieFor(session, place));
    // Signed with the password that the caller proved, not the current one: a caller who knew only the old one must not get a proof for the new one.
    const known = knownBrowserCookie(user, people.now(), isHttps);
    if (known !== null) setCookie(known);
    return { name, role, token: null, hasPassword: password !== null };
  };
  const leave = ({ setCookie }: Asking) => setCookie(endedSessionCookie(isHttps));
  return {
    waysToLogIn: async () => ({ elsewhere: elsewhere?.host ?? null }),
    logIn: async ({ body }, asking) => enter(await logIn(people, { ...body, ...visitOf(asking) }), asking),
    logInElsewhere: async (_, { setCookie }) => {
      if (elsewhere === null) throw notFound('identity provider');
      const { redirectTo, setCookie: cookie } = await elsewhere.start();
      setCookie(cookie);
      return redirectTo;
    },
    returnFromElsewhere: async (query, asking) => {
      if (elsewhere === null) throw notFound('identity provider');
      const written = new URLSearchParams(query as Record<string, string>);
      enter(await elsewhere.finish(`?${written}`, asking.cookies, visitOf(asking)), asking);
      return '/';
    },
    lookAtLink: async ({ body: { token } }, asking) => {
      const { name } = await ownerOfLink(people, token, visitOf(asking).address);
      return { name };
    },
    useLink: async ({ body }, asking) =>
      enter(await redeemLink(people, { ...body, ...visitOf(asking) }), asking),
    logOut: async (_, asking) => {
      const { principal } = asking.caller;
      if (principal.kind === 'user' && principal.session !== null)
        await logOut(people, principal.session, doerOf(asking));
      leave(asking);
    },
    logOutEverywhere: async ({ body: { keepTokens } }, asking) => {
      await logOutEverywhere(people, callerUser(asking).id, keepTokens, doerOf(asking));
      leave(asking);
    },
    whoAmI: async (_, asking) => {
      const { principal } = asking.caller;
      const user = callerUser(asking);
      const { name, role } = user;
      const hasPassword = (await userOf(people, user)).password !== null;
      if (principal.kind !== 'token') return { name, role, token: null, hasPassword };
      const { scope, projectId, expiresAt } = principal;
      const project = (await store.projects.list()).find(({ id }) => id === projectId)?.name ?? null;
      return { name, role, token: { scope, project, expiresAt }, hasPassword };
    },
    changeMyPassword: async ({ body: { old, ...wished } }, asking) => {
      const request = { name: callerUser(asking).name, password: old, ...visitOf(asking) };
      enter(await changeOwnPassword(people, request, wished), asking);
    },
    listMyTokens: async ({ after, limit }, asking) => {
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const tokens = await store.people.tokensOf(callerUser(asking).id);
      const later = tokens.filter(({ id }) => id < before).sort((a, b) => b.id - a.id);
      const { items, next } = partFrom(later.slice(0, limit + 1), limit, ({ id }) => id);
      const names = new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
      return { items: items.map((token) => tokenRow(token, names)), next };
    },
    addMyToken: async ({ body: { name, scope, project: wanted, days, password } }, asking) => {
      const user = await userOf(people, callerUser(asking));
      if (user.password !== null) {
        // A token outlives the session: a stranger who finds an open browser must not be able to create one.
        if (password === undefined)
          throw new AppError('APP_PASSWORD_NEEDED', 'A new token needs your password.');
        await userByPassword(people, { name: user.name, password, ...visitOf(asking), hasSession: true });
      }
      const project = wanted === undefined ? null : await store.projects.find(wanted);
      if (wanted !== undefined && (project === null || !asking.caller.sees(project.id)))
        throw notFound(`project "${wanted}"`);
      const wish = { name, scope, project, lifeMs: days * day };
      const { token, kept } = await addToken(people, user, wish, doerOf(asking));
      const names = new Map(project === null ? [] : [[project.id, project.name]]);
      return { ...tokenRow(kept, names), token };
    },
    removeMyToken: async ({ token }, asking) => {
      await removeToken(people, callerUser(asking).id, token, doerOf(asking));
    },
  };
}

const visitOf = ({ agent, caller, cookies }: Asking) => ({ agent, cookies, address: caller.address ?? '' });

function callerUser({ caller: { principal } }: Asking): KnownUser {
  if (principal.kind === 'anonymous')
    throw new TypeError('the gate admitted a caller without a user to an endpoint for users');
  return principal.user;
}

async function userOf({ store }: PeopleContext, { id }: KnownUser): Promise<StoredUser> {
  const user = await store.people.findUser(id);
  // The user was removed after the access check.
  if (user === null) throw notFound('user');
  return user;
}

const tokenRow = (token: ApiToken, names: ReadonlyMap<number, string>) => ({
  id: token.id,
  hint: token.hint,
  name: token.name,
  scope: token.scope,
  project: token.projectId === null ? null : (names.get(token.projectId) ?? ''),
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
  usedAt: token.usedAt,
});
