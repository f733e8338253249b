import {
  type ApiServices,
  type Asking,
  endedSessionCookie,
  type KnownUser,
  notFound,
} from '../../publish/index.ts';
import type { ApiToken, StoredUser } from '../../store/index.ts';
import {
  addToken,
  changeOwnPassword,
  cookieFor,
  type Doer,
  logIn,
  logOut,
  logOutEverywhere,
  ownerOfLink,
  redeemLink,
  removeToken,
  type StartedSession,
} from '../people/index.ts';
import { numberAfter, partFrom } from './list-parts.ts';
import { isoTime, isoTimeOrNull, type ServerParts } from './server-parts.ts';

type AccountServices = Pick<
  ApiServices,
  | 'waysToLogIn'
  | 'logIn'
  | 'logInElsewhere'
  | 'returnFromElsewhere'
  | 'lookAtLink'
  | 'useLink'
  | 'logOut'
  | 'logOutEverywhere'
  | 'whoAmI'
  | 'changeMyPassword'
  | 'listMyTokens'
  | 'addMyToken'
  | 'removeMyToken'
>;

const day = 24 * 60 * 60 * 1000;

export function accountServices(parts: ServerParts): AccountServices {
  const { store, people, place, elsewhere } = parts;
  /** Gives the browser its session. */
  const enter = (session: StartedSession, { setCookie }: Asking) => {
    setCookie(cookieFor(session, place));
    return { name: session.user.name, role: session.user.role, token: null };
  };
  const leave = ({ setCookie }: Asking) =>
    setCookie(endedSessionCookie(place.publicUrl.startsWith('https:')));
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
    logOutEverywhere: async (_, asking) => {
      await logOutEverywhere(people, callerUser(asking).id, doerOf(asking));
      leave(asking);
    },
    whoAmI: async (_, asking) => {
      const { principal } = asking.caller;
      const { name, role } = callerUser(asking);
      if (principal.kind !== 'token') return { name, role, token: null };
      const { scope, projectId, expiresAt } = principal;
      const project = (await store.projects.list()).find(({ id }) => id === projectId)?.name ?? null;
      return { name, role, token: { scope, project, expiresAt: isoTime(expiresAt) } };
    },
    changeMyPassword: async ({ body: { old, password } }, asking) => {
      const { name } = callerUser(asking);
      enter(await changeOwnPassword(people, { name, password: old, ...visitOf(asking) }, password), asking);
    },
    listMyTokens: async ({ after, limit }, asking) => {
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const tokens = await store.people.tokensOf(callerUser(asking).id);
      const later = tokens.filter(({ id }) => id < before).sort((a, b) => b.id - a.id);
      const { items, next } = partFrom(later.slice(0, limit + 1), limit, ({ id }) => id);
      const names = new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
      return { items: items.map((token) => tokenRow(token, names)), next };
    },
    addMyToken: async ({ body: { name, scope, project: wanted, days } }, asking) => {
      const user = await userOf(parts, callerUser(asking));
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

/** Who does something, for the audit log. */
export const doerOf = ({ caller: { name, address } }: Asking): Doer => ({ name, address });

const visitOf = ({ agent, caller }: Asking) => ({ agent, address: caller.address ?? '' });

function callerUser({ caller: { principal } }: Asking): KnownUser {
  if (principal.kind === 'anonymous')
    throw new TypeError('the gate let nobody in where somebody was asked for');
  return principal.user;
}

async function userOf({ store }: ServerParts, { id }: KnownUser): Promise<StoredUser> {
  const user = await store.people.findUser(id);
  // Removed since the gate looked.
  if (user === null) throw notFound('user');
  return user;
}

const tokenRow = (token: ApiToken, names: ReadonlyMap<number, string>) => ({
  id: token.id,
  hint: token.hint,
  name: token.name,
  scope: token.scope,
  project: token.projectId === null ? null : (names.get(token.projectId) ?? ''),
  createdAt: isoTime(token.createdAt),
  expiresAt: isoTime(token.expiresAt),
  usedAt: isoTimeOrNull(token.usedAt),
});
