import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addKnownUser, peopleParts } from '../../../test/features/people/people-for-test.ts';
import { listenOnLoopback } from '../../../test/fixtures/servers/loopback-server.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { logInElsewhere } from './log-in-elsewhere.ts';
import type { PeopleContext } from './people-context.ts';

const visit = { address: '192.0.2.1', agent: 'Test' };
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider that does what a test says, where it does not do what an honest one does. */
interface Lies {
  readonly metadata?: object;
  readonly header?: object;
  readonly claims?: object;
  readonly token?: object;
  /** The key that signs. Default: the one that it publishes. */
  readonly key?: typeof privateKey;
  /** Added to the address with which the browser comes back. */
  readonly query?: string;
  /** Instead of all that. */
  readonly answer?: (response: ServerResponse, path: string) => boolean;
}

function idToken(header: object, claims: object, key = privateKey): string {
  const signed = `${base64({ alg: 'RS256', kid: 'k', ...header })}.${base64(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

describe('an identity provider that lies', () => {
  let store: Store;
  let parts: PeopleContext;
  storeForEachTest('sqlite', (opened) => {
    store = opened;
  });
  beforeEach(() => {
    parts = peopleParts(store, { now: Date.now() });
  });

  /** A user goes to the provider and comes back. */
  async function comeBack(lies: Lies) {
    let nonce = '';
    const server = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`;
      const path = request.url ?? '';
      request.resume();
      if (lies.answer?.(response, path) === true) return;
      const json = (body: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (path.startsWith('/.well-known')) {
        const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
        json({ issuer, ...endpoints, jwks_uri: `${issuer}/k`, ...lies.metadata });
      } else if (path === '/k') {
        json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
      } else {
        const now = Math.floor(Date.now() / 1000);
        const honest = { iss: issuer, aud: 'tidemark', sub: 'ada', nonce, iat: now, exp: now + 300 };
        const id_token = idToken(lies.header ?? {}, { ...honest, ...lies.claims }, lies.key);
        json({ access_token: 'x', token_type: 'Bearer', id_token, ...lies.token });
      }
    });
    const { origin, close } = await listenOnLoopback(server);
    onTestFinished(close);
    const elsewhere = logInElsewhere(parts, {
      publicUrl: 'http://127.0.0.1:4280',
      caFile: '',
      oidcIssuer: origin,
      oidcClientId: 'tidemark',
      oidcClientSecret: 'secret',
    });
    onTestFinished(() => elsewhere.close());
    const { redirectTo, setCookie } = await elsewhere.start();
    const asked = new URL(redirectTo).searchParams;
    nonce = asked.get('nonce') ?? '';
    return elsewhere.finish(
      `?code=c&state=${asked.get('state')}${lies.query ?? ''}`,
      setCookie.split(';')[0],
      visit,
    );
  }

  test('nothing of it: one that does not lie lets people in', async () => {
    expect((await comeBack({ claims: { preferred_username: 'ada' } })).user).toMatchObject({ name: 'ada' });
  });

  test.each<readonly [string, Lies]>([
    ['names another issuer', { metadata: { issuer: 'https://other.example' } }],
    ['sends an identity of another issuer', { claims: { iss: 'https://other.example' } }],
    ['sends an identity for another program', { claims: { aud: 'another' } }],
    [
      'sends an identity for several, none of which is said to be meant',
      { claims: { aud: ['tidemark', 'x'], azp: 'x' } },
    ],
    ['sends the nonce of another log-in', { claims: { nonce: 'replayed' } }],
    ['sends no nonce', { claims: { nonce: undefined } }],
    ['sends an identity that has expired', { claims: { exp: 1 } }],
    ['sends an identity without an end', { claims: { exp: undefined } }],
    ['sends no user', { claims: { sub: undefined } }],
    ['sends an empty name', { claims: { sub: '' } }],
    ['sends a name with a NUL', { claims: { sub: 'ada\0' } }],
    ['sends a name of a megabyte', { claims: { sub: 'x'.repeat(500_000) } }],
    ['sends a name that is no text', { claims: { sub: { $ne: null } } }],
    ['signs with a key that it does not publish', { key: otherKey }],
    ['does not sign', { header: { alg: 'none' } }],
    ['signs with the secret that both know', { header: { alg: 'HS256' } }],
    ['sends no identity', { token: { id_token: undefined } }],
    ['sends what is no token', { token: { id_token: 'x.y.z' } }],
    ['mixes issuers up in the address', { query: '&iss=https%3A%2F%2Fother.example' }],
    [
      'leaves its name out of the address, though it promised it',
      { metadata: { authorization_response_iss_parameter_supported: true } },
    ],
    ['sends two states', { query: '&state=another' }],
    ['sends a megabyte and more', { token: { padding: 'x'.repeat(2_000_000) } }],
    ['leads to an address of this machine', { metadata: { token_endpoint: 'http://127.0.0.2:1/t' } }],
    [
      'redirects',
      {
        answer: (response, path) =>
          path === '/t' && response.writeHead(307, { location: '/k' }).end() !== null,
      },
    ],
    [
      'answers with a web page',
      {
        answer: (response, path) =>
          path === '/t' && response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi') !== null,
      },
    ],
    ['breaks off', { answer: (response, path) => path === '/t' && response.destroy() !== null }],
  ])('a log-in at one that %s is refused', async (_, lies) => {
    await expect(comeBack(lies)).rejects.toMatchObject({ code: 'APP_LOGIN_ELSEWHERE_FAILED' });
    expect(await store.people.listUsers()).toEqual([]);
  });

  test('an address of mail, proved or not, and a changed subject open no account that is there', async () => {
    await addKnownUser(parts, 'ada', 'administrator');
    const mail = { email: 'ada@example.org', email_verified: false, preferred_username: 'ada' };
    const first = await comeBack({ claims: { ...mail, sub: '1' } });
    const other = await comeBack({ claims: { ...mail, sub: '2' } });
    expect([first.user, other.user]).toMatchObject([
      { name: 'ada-2', role: 'reader' },
      { name: 'ada-3', role: 'reader' },
    ]);
  });

  test.each([
    [true, 'ada@example.org'],
    [false, 'sub-1'],
    [undefined, 'sub-1'],
  ])('an address of mail with email_verified: %s gives the name %s', async (email_verified, name) => {
    const { user } = await comeBack({ claims: { email: 'ada@example.org', email_verified, sub: 'sub-1' } });
    expect(user.name).toBe(name);
  });

  test('names that are none become one', async () => {
    const preferred_username = '../../<script>\r\nadmin\0';
    const { user } = await comeBack({
      claims: { preferred_username, email: 'x'.repeat(100_000), sub: '\u202eada' },
    });
    expect(user.name).toMatch(/^[a-z0-9._@-]{1,64}$/);
  });
});
