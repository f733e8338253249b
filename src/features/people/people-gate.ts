import type { Config } from '../../config/index.ts';
import { networkList } from '../../fetch/index.ts';
import type { AccessRequest, Caller, Gate } from '../../http/gate.ts';
import { complaintAboutName, userNameOf } from '../../http/people/chosen-values.ts';
import {
  accessTo,
  anonymous,
  type KnownUser,
  mayDo,
  nameOfPrincipal,
  type Principal,
  type ProjectAccess,
  type Refusal,
  type RouteNeeds,
} from '../../http/people/may-do.ts';
import { changesNothing, clientAddress, isFromOwnPage, isOwnHost } from '../../http/people/own-origin.ts';
import { sessionCookie, sessionIn } from '../../http/people/session-cookie.ts';
import { userFromElsewhere } from './manage-users.ts';
import { hashOf, type PeopleContext } from './people-context.ts';
import { continueSession } from './sessions.ts';
import { proxyIssuer, type StoredUser } from './tables/people-tables.ts';

/** How the server is reached, as its operator set it. */
export interface ServerPlace {
  /** The URL under which browsers reach it, such as `https://tidemark.example.org`; empty when only this machine can. */
  readonly publicUrl: string;
  /** Whether an address belongs to a proxy whose headers are believed. */
  readonly isProxy: (address: string) => boolean;
  /** The header in which such a proxy names the user, in lower case; empty when proxies name none. */
  readonly proxyUserHeader: string;
}

/** How the server is reached, from its settings. Throws FETCH_SETTINGS_INVALID. */
export function serverPlace(
  config: Pick<Config, 'publicUrl' | 'proxyAddresses' | 'proxyUserHeader'>,
): ServerPlace {
  return {
    publicUrl: config.publicUrl,
    isProxy: networkList(config.proxyAddresses),
    proxyUserHeader: config.proxyUserHeader.toLowerCase(),
  };
}

/** Decides who may call the API: users, by their sessions, and tokens. */
export function peopleGate(people: PeopleContext, place: ServerPlace): Gate {
  return (request) => admit(people, place, request, needsOf(request.access));
}

const changesProject: RouteNeeds = { role: 'editor', project: 'write', scope: 'write' };

const accessByRole = { reader: 'read', editor: 'write', administrator: 'own' } as const;

/**
 * What a route requires. In a project, the caller's access to that project decides: its owner administers it without
 * administering the server. For users without access, the project does not exist.
 */
function needsOf({ role, project, scope }: AccessRequest['access']): RouteNeeds {
  if (role === 'anonymous' || project === 'none') return { role, project: null, scope };
  return { role: role === 'reader' ? 'reader' : 'editor', project: accessByRole[role], scope };
}

/** Decides about one request. Everything that is not allowed here is refused. */
export async function admit(
  people: PeopleContext,
  place: ServerPlace,
  request: Pick<AccessRequest, 'method' | 'headers' | 'address' | 'project'>,
  needs: RouteNeeds,
): Promise<Caller | Refusal> {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  if (!isOwnHost(header('host'), place.publicUrl)) return 'unknown host';
  const isHttps = place.publicUrl.startsWith('https:');
  const address = clientAddress(request.address, header('x-forwarded-for'), place.isProxy);
  const found = await authenticate(people, {
    authorization: header('authorization'),
    sessionToken: sessionIn(header('cookie'), isHttps),
    proxyUser: place.isProxy(request.address) ? namedByProxy(header, place.proxyUserHeader) : null,
    address,
  });
  if (found === null) return 'not logged in';
  const { principal, isAmbient, renewed } = found;
  const access = await accessOf(people, principal);
  // A project that does not exist is like one that the caller may not see.
  const project = request.project === null ? null : await people.store.projects.find(request.project);
  const verdict = mayDo(principal, needs, project === null ? null : access(project.id));
  // Checked before the headers of browsers: a program that forgot its token must get this reason.
  if (verdict === 'not logged in') return verdict;
  const browser = {
    host: header('host'),
    origin: header('origin'),
    secFetchSite: header('sec-fetch-site'),
    tidemarkClient: header('x-tidemark-client'),
  };
  if (isAmbient && !changesNothing(request.method) && !isFromOwnPage(browser)) return 'other site';
  if (verdict !== 'yes') return verdict;
  const setCookie = renewed === null ? null : sessionCookie(renewed.token, renewed.lifeMs, isHttps);
  return {
    principal,
    address,
    setCookie,
    name: nameOfPrincipal(principal),
    role: principal.kind === 'anonymous' ? 'anonymous' : principal.user.role,
    sees: (projectId) => access(projectId) !== null,
    mayChange: (projectId) => mayDo(principal, changesProject, access(projectId)) === 'yes',
    seesNow: async (name) => {
      const found = await people.store.projects.find(name);
      return found !== null && (await accessNow(people, principal, found.id)) !== null;
    },
  };
}

/** Null without a usable name: then the request counts as one without a log-in. */
function namedByProxy(header: (name: string) => string | undefined, name: string): string | null {
  const named = name === '' ? '' : userNameOf(header(name) ?? '');
  return complaintAboutName(named) === null ? named : null;
}

/** The credentials of a request. */
interface GivenCredentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** From the session cookie; null without one. */
  readonly sessionToken: string | null;
  /** The user that a proxy names in its header; null unless the request came from a proxy that the operator named. */
  readonly proxyUser: string | null;
  /** Address of the client. */
  readonly address: string;
}

interface Authenticated {
  readonly principal: Principal;
  /** Whether a browser sends these credentials by itself, so that a page of another site could have caused the request. */
  readonly isAmbient: boolean;
  /** Set when the session was renewed: then its cookie must be renewed, too. */
  readonly renewed: { readonly token: string; readonly lifeMs: number } | null;
}

const known = ({ id, name, role, credentialVersion }: StoredUser): KnownUser => ({
  id,
  name,
  role,
  credentialVersion,
});

/** The use of a token is stored at most once an hour. */
const noteTokenEvery = 60 * 60 * 1000;

/**
 * Identifies the caller; null when the request has an invalid token. A token takes precedence over a cookie, because it is
 * sent on purpose.
 */
async function authenticate(
  people: PeopleContext,
  { authorization, sessionToken: token, proxyUser, address }: GivenCredentials,
): Promise<Authenticated | null> {
  if (authorization !== undefined) return byToken(people, authorization);
  if (proxyUser !== null) {
    const external = { issuer: proxyIssuer, subject: proxyUser };
    const user = known(await userFromElsewhere(people, external, proxyUser, address));
    return { principal: { kind: 'user', user, session: null }, isAmbient: true, renewed: null };
  }
  const found = token === null ? null : await continueSession(people, token);
  if (token === null || found === null) return { principal: anonymous, isAmbient: true, renewed: null };
  const { user, session, lifeMs } = found;
  return {
    principal: { kind: 'user', user: known(user), session: session.hash },
    isAmbient: true,
    renewed: lifeMs === null ? null : { token, lifeMs },
  };
}

async function byToken({ store, now }: PeopleContext, authorization: string): Promise<Authenticated | null> {
  const [, sent] = /^Bearer +(tdm_[0-9a-f]+) *$/i.exec(authorization) ?? [];
  const found = sent === undefined ? null : await store.people.findToken(hashOf(sent), now());
  if (found === null) return null;
  const { token, user } = found;
  if (now() - (token.usedAt ?? 0) > noteTokenEvery) await store.people.noteTokenUse(token.id, now());
  const { id: tokenId, scope, projectId, expiresAt } = token;
  return {
    principal: { kind: 'token', user: known(user), tokenId, scope, projectId, expiresAt },
    isAmbient: false,
    renewed: null,
  };
}

/** What the caller may do with each project. Read once for a request, however many projects its answer names. */
async function accessOf(
  { store }: Pick<PeopleContext, 'store'>,
  principal: Principal,
): Promise<(projectId: number) => ProjectAccess | null> {
  if (principal.kind === 'anonymous') return () => null;
  const given = await store.people.accessOfUser(principal.user.id);
  const byProject = new Map(given.map(({ projectId, access }) => [projectId, access]));
  return (projectId) => accessTo(principal, projectId, byProject.get(projectId) ?? null);
}

/** What the caller may do with a project at this moment: nothing after a log-out, or once the user or the token is gone. */
async function accessNow(
  { store, now }: PeopleContext,
  principal: Principal,
  projectId: number,
): Promise<ProjectAccess | null> {
  if (principal.kind === 'anonymous') return null;
  const user = await store.people.findUser(principal.user.id);
  if (user === null || !(await isStillIn({ store, now }, principal))) return null;
  return (await accessOf({ store }, { ...principal, user }))(projectId);
}

async function isStillIn(
  { store, now }: Pick<PeopleContext, 'store' | 'now'>,
  principal: Exclude<Principal, { readonly kind: 'anonymous' }>,
): Promise<boolean> {
  if (principal.kind === 'user')
    return principal.session === null || (await store.people.findSession(principal.session, now())) !== null;
  const tokens = await store.people.tokensOf(principal.user.id);
  return tokens.some(({ id, expiresAt }) => id === principal.tokenId && expiresAt > now());
}
