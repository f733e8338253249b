import { createServer, type RequestListener } from 'node:http';
import Provider from 'oidc-provider';
import { fetch } from 'undici';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A real OpenID Connect provider on loopback, whose users have the password that they say. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Logs in as a user in a browser of its own, and returns what the provider adds to our address. */
  logIn(authorization: string, user: string): Promise<string>;
  close(): Promise<void>;
}

const [clientId, clientSecret] = ['tidemark', 'a secret of forty characters and a few more'];

export async function startIdentityProvider(returnTo: string): Promise<IdentityProvider> {
  let handler: RequestListener = (_request, response) => response.end();
  const server = createServer((request, response) => handler(request, response));
  const { origin, close } = await listenOnLoopback(server);
  const provider = new Provider(origin, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [returnTo] }],
    cookies: { keys: ['only for tests'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, preferred_username: sub, email: `${sub}@example.org` }),
    }),
  });
  handler = provider.callback();
  return {
    issuer: origin,
    clientId,
    clientSecret,
    logIn: (url, user) => logInAs(url, user, returnTo),
    close,
  };
}

/** Follows redirects and answers the forms of the provider until it sends the browser back to us. */
async function logInAs(start: string, user: string, returnTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      method: form === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location?.startsWith(returnTo) === true) return new URL(location).search;
    if (location !== null) {
      url = new URL(location, url).href;
      form = null;
      continue;
    }
    const page = await response.text();
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (prompt === '') throw new Error(`the provider answered ${response.status}: ${page.slice(0, 500)}`);
    form = new URLSearchParams({ prompt, login: user, password: 'any' });
  }
  throw new Error('the provider sent the browser in a circle');
}
