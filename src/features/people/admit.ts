import type { AccessRequest, Caller } from '../../http/gate.ts';
import { complaintAboutName, userNameOf } from '../../http/people/chosen-values.ts';
import {
  mayDo,
  nameOfPrincipal,
  type ProjectAccess,
  type Refusal,
  type RouteNeeds,
} from '../../http/people/may-do.ts';
import { changesNothing, clientAddress, isFromOwnPage, isOwnHost } from '../../http/people/own-origin.ts';
import { sessionCookie } from '../../http/people/session-cookie.ts';
import { authenticate } from './authenticate.ts';
import type { PeopleParts } from './people-parts.ts';
import { accessNow, accessOf } from './share-projects.ts';

/** How the server is reached, as its operator set it. */
export interface ServerPlace {
  /** Where browsers find it, such as `https://tidemark.example.org`; empty when only this machine does. */
  readonly publicUrl: string;
  /** Whether an address belongs to a proxy whose headers are believed. */
  readonly isProxy: (address: string) => boolean;
  /** The header in which such a proxy names the user, in lower case; empty when proxies name none. */
  readonly proxyUserHeader: string;
}

/** Decides about one request. Whatever is not allowed here is refused. */
export async function admit(
  parts: PeopleParts,
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
  const found = await authenticate(parts, {
    authorization: header('authorization'),
    cookie: header('cookie'),
    proxyUser: place.isProxy(request.address) ? namedByProxy(header, place.proxyUserHeader) : null,
    address,
    isHttps,
  });
  if (found === null) return 'not logged in';
  const { principal, isAmbient, renewed } = found;
  const access = await accessOf(parts, principal);
  const verdict = mayDo(principal, needs, await accessToNamed(parts, request.project, access));
  // Before what browsers say: a program that forgot its token must learn that.
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
      const project = await parts.store.projects.find(name);
      return project !== null && (await accessNow(parts, principal, project.id)) !== null;
    },
  };
}

const changesProject: RouteNeeds = { role: 'editor', project: 'write', scope: 'write' };

/** Null without a usable name: then the request is like one from anybody. */
function namedByProxy(header: (name: string) => string | undefined, name: string): string | null {
  const named = name === '' ? '' : userNameOf(header(name) ?? '');
  return complaintAboutName(named) === null ? named : null;
}

/** Null for a project that does not exist, as for one that the caller may not see. */
async function accessToNamed(
  { store }: PeopleParts,
  name: string | null,
  access: (projectId: number) => ProjectAccess | null,
): Promise<ProjectAccess | null> {
  const project = name === null ? null : await store.projects.find(name);
  return project === null ? null : access(project.id);
}
