import { userNameOf } from '../../http/people/chosen-values.ts';
import { anonymous, type KnownUser, type Principal } from '../../http/people/may-do.ts';
import { sessionIn } from '../../http/people/session-cookie.ts';
import { userOfProxy } from './added-users.ts';
import type { PeopleParts } from './people-parts.ts';
import { hashOf } from './secret-texts.ts';
import { continueSession } from './sessions.ts';
import type { StoredUser } from './tables/people-records.ts';

/** What a request says about who asks. */
interface GivenCredentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** The name in the header of a proxy; null unless it came from a proxy that the operator named. */
  readonly proxyUser: string | null;
  /** Of the client. */
  readonly address: string;
  /** Whether browsers reach the server over HTTPS. */
  readonly isHttps: boolean;
}

interface Authenticated {
  readonly principal: Principal;
  /** Whether a browser sent this by itself, so that a page of another site could have made it do so. */
  readonly isAmbient: boolean;
  /** Set when the session was renewed: its cookie must be, too. */
  readonly renewed: { readonly token: string; readonly lifeMs: number } | null;
}

const known = ({ id, name, role, credentialVersion }: StoredUser): KnownUser => ({
  id,
  name,
  role,
  credentialVersion,
});

/** A use of a token is written down once an hour at most. */
const noteTokenEvery = 60 * 60 * 1000;

/**
 * Finds out who asks; null when the request has a token that is not valid. A token counts before a cookie: whoever sends one
 * means it.
 */
export async function authenticate(
  parts: PeopleParts,
  given: GivenCredentials,
): Promise<Authenticated | null> {
  if (given.authorization !== undefined) return byToken(parts, given.authorization);
  if (given.proxyUser !== null) return byProxy(parts, given.proxyUser, given.address);
  const token = sessionIn(given.cookie, given.isHttps);
  const session = token === null ? null : await continueSession(parts, token);
  if (token === null || session === null) return { principal: anonymous, isAmbient: true, renewed: null };
  const { user, lifeMs } = session;
  return {
    principal: { kind: 'user', user: known(user), session: session.session.hash },
    isAmbient: true,
    renewed: lifeMs === null ? null : { token, lifeMs },
  };
}

async function byToken({ store, now }: PeopleParts, authorization: string): Promise<Authenticated | null> {
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

/** Whoever the proxy lets in is a user here. */
async function byProxy(parts: PeopleParts, named: string, address: string): Promise<Authenticated> {
  const user = await userOfProxy(parts, userNameOf(named), address);
  return { principal: { kind: 'user', user: known(user), session: null }, isAmbient: true, renewed: null };
}
