import type { CustomFetch } from 'openid-client';
import * as openid from 'openid-client';
import { type Config, packageFacts } from '../../config/index.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { trustedCertificates } from '../../crawl/site/site-network.ts';
import { egressPolicy, GuardedEgress, HttpFetcher, HttpSession, honestUserAgent } from '../../fetch/index.ts';
import { complaintAboutName, userNameOf } from '../../http/people/chosen-values.ts';
import { cookieIn } from '../../http/people/session-cookie.ts';
import { userFromElsewhere } from './manage-users.ts';
import type { PeopleContext } from './people-context.ts';
import { type StartedSession, startSession, type Visit } from './sessions.ts';

/** Log-in with OpenID Connect, by the authorization code flow with PKCE, state and nonce. */
export interface LogInElsewhere {
  /** Host name of the provider, to show to people. */
  readonly host: string;
  /** Where to send the browser, and the cookie that it sends when it comes back. */
  start(): Promise<{ readonly redirectTo: string; readonly setCookie: string }>;
  /** `query` is the query that the provider added to our return address. Throws APP_LOGIN_ELSEWHERE_FAILED. */
  finish(query: string, cookies: string | undefined, visit: Visit): Promise<StartedSession>;
  close(): Promise<void>;
}

interface Provider
  extends Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'publicUrl' | 'caFile'> {}

/** Where the provider sends the browser back to. */
export const returnPath = '/api/login/elsewhere/return';

/** With the `__Host-` prefix, as for sessions: no other host of the same site can set a cookie of this name. */
const cookieName = (isHttps: boolean): string => `${isHttps ? '__Host-' : ''}tidemark-log-in`;
const tenMinutes = 600;

/** Values that must come back unchanged: they bind the response to this browser and this request. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export function logInElsewhere(people: PeopleContext, provider: Provider): LogInElsewhere {
  const issuer = new URL(provider.oidcIssuer);
  const guarded = guardedFetch(provider, issuer.hostname);
  const returnTo = new URL(returnPath, provider.publicUrl).href;
  const isHttps = returnTo.startsWith('https:');
  let discovered: Promise<openid.Configuration> | null = null;

  /** Read at the first log-in: a provider that is down does not keep the server from starting. */
  function configuration(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(issuer, provider.oidcClientId, provider.oidcClientSecret, undefined, {
        [openid.customFetch]: guarded.fetch,
        execute: [
          // Checks signatures also of tokens that come directly from the provider: if its address is http, no TLS protects them.
          openid.enableNonRepudiationChecks,
          // Only for a provider that the operator configured with an http address.
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error) => {
        discovered = null;
        throw error;
      });
    return discovered;
  }

  return {
    host: issuer.host,
    async start() {
      const expected: Expected = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const redirectTo = await orFailure(async () =>
        openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnTo,
          scope: 'openid profile email',
          state: expected.state,
          nonce: expected.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(expected.verifier),
          code_challenge_method: 'S256',
        }),
      );
      const value = Buffer.from(JSON.stringify(expected)).toString('base64url');
      // Lax: the browser must send the cookie when the provider redirects it back here.
      const setCookie = `${cookieName(isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${tenMinutes}${isHttps ? '; Secure' : ''}`;
      return { redirectTo: redirectTo.href, setCookie };
    },
    async finish(query, cookies, visit) {
      const expected = expectedIn(cookieIn(cookies, cookieName(isHttps)));
      const tokens = await orFailure(async () =>
        openid.authorizationCodeGrant(await configuration(), new URL(`${returnTo}${query}`), {
          pkceCodeVerifier: expected.verifier,
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          idTokenExpected: true,
        }),
      );
      const claims = tokens.claims();
      if (claims === undefined) throw failure('it sent no identity');
      if (!isSubject.test(claims.sub)) throw failure('it did not say who logged in');
      const external = { issuer: claims.iss, subject: claims.sub };
      const user = await userFromElsewhere(people, external, wishedName(claims), visit.address);
      return startSession(people, user, visit, `by ${issuer.host}`);
    },
    close: () => guarded.close(),
  };
}

/** OpenID Connect Core, section 2. Without a subject, all users of a provider would be one user here. */
const isSubject = /^\P{Cc}{1,255}$/u;

const failure = (reason: string, cause?: unknown): AppError =>
  new AppError('APP_LOGIN_ELSEWHERE_FAILED', `The log-in at the identity provider failed: ${reason}.`, cause);

/** Every failure between us and the provider is the same error for the user: the log-in failed, try again. */
async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: unknown };
    throw failure(typeof code === 'string' ? `${message} (${code})` : message, error);
  }
}

function expectedIn(value: string | null): Expected {
  try {
    const { state, nonce, verifier } = JSON.parse(
      Buffer.from(value ?? '', 'base64url').toString(),
    ) as Expected;
    if ([state, nonce, verifier].every((each) => typeof each === 'string' && each !== ''))
      return { state, nonce, verifier };
  } catch {
    // An unreadable cookie counts as none.
  }
  throw failure('it was not begun in this browser, or longer than ten minutes ago. Begin again');
}

/** An unverified mail address is not used: it may belong to another person, to whom owners would then give access by this name. */
function wishedName({ preferred_username, email, email_verified, sub }: openid.IDToken): string {
  const wishes = [preferred_username, email_verified === true ? email : undefined, sub]
    .filter((wish) => typeof wish === 'string')
    .map(userNameOf);
  return wishes.find((wish) => complaintAboutName(wish) === null) ?? 'user';
}

const limits = {
  headersTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBytes: 1_048_576,
  maxRedirects: 0,
};

/** `fetch` for the OpenID library: the guard checks every connection of a server. */
function guardedFetch(
  config: Pick<Config, 'caFile'>,
  allowedHost: string,
): { readonly fetch: CustomFetch; close(): Promise<void> } {
  const egress = new GuardedEgress({
    policy: egressPolicy({ allowedHosts: [allowedHost] }),
    trustedCertificates: trustedCertificates(config),
  });
  const fetcher = new HttpFetcher({ egress, userAgent: honestUserAgent(packageFacts().version, ''), limits });
  return {
    async fetch(url, { method, headers, body }) {
      const result = await fetcher.fetch({
        url,
        method,
        headers,
        session: new HttpSession(),
        follow: () => false,
        // The library sends forms.
        ...(body === undefined || body === null
          ? {}
          : { body: body instanceof Uint8Array ? body : String(body) }),
      });
      return new Response(result.body.length > 0 ? Buffer.from(result.body) : null, {
        status: result.status,
        headers: result.headers.list().map(([name, value]): [string, string] => [name, value]),
      });
    },
    close: () => fetcher.close(),
  };
}
