import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { newUser, ownPageHeaders } from '../../kernel/http/people-of-a-server.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';
import {
  chooseOverHttp,
  endedRun,
  eventsIn,
  fromOwnPage,
  logInOverHttp,
  type StartedServer,
  startedServer,
} from '../../kernel/http/started-server.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { goodPassword } from './people-for-test.ts';

let databases: Databases;
let site: EditedSite;
let server: StartedServer;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
  site = await editedSite();
  server = await startedServer(await databases.fresh());
});
afterAll(async () => {
  await server.close();
  await site.close();
  await databases.stop();
});

const post = (path: string, cookie: string, body: object = {}, method = 'POST') =>
  fromOwnPage(server.url, path, body, { cookie }, method);
const get = (path: string, cookie: string) => fetch(`${server.url}${path}`, { headers: { cookie } });
const statusOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};
const asAdministrator = (path: string, body: object = {}, method = 'POST') =>
  post(path, server.cookie, body, method);

test('a one-time link is looked at, used once, and followed by a log-in', async () => {
  await asAdministrator('/api/users', { name: 'ada', role: 'editor' });
  const { link } = (await (await asAdministrator('/api/users/ada/link')).json()) as { link: string };
  expect(link).toMatch(`${server.url}/welcome#`);
  const token = new URL(link).hash.slice(1);
  expect(await (await post('/api/link', '', { token })).json()).toEqual({ name: 'ada' });
  const weak = await post('/api/link/use', '', { token, password: 'short' });
  expect([weak.status, await weak.json()]).toMatchObject([422, { code: 'APP_PASSWORD_UNSAFE' }]);
  const cookie = await chooseOverHttp(server.url, link, goodPassword);
  expect(await (await get('/api/me', cookie)).json()).toEqual({
    name: 'ada',
    role: 'editor',
    token: null,
    hasPassword: true,
  });
  const again = await post('/api/link', '', { token });
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'APP_LINK_INVALID' }]);
});

test('the cookie is out of reach of scripts, and over https for this host alone', async () => {
  const loggedIn = await post('/api/login', '', { name: 'admin', password: goodPassword });
  expect(loggedIn.headers.getSetCookie()[0]).toMatch(
    /^tidemark-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
  );
  const out = await post('/api/logout', loggedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  expect(out.headers.getSetCookie()[0]).toMatch(/^tidemark-session=; .*Max-Age=0$/);
  const secure = await serverForThisTest(await databases.fresh(), {
    TIDEMARK_PUBLIC_URL: 'https://tides.example.org',
  });
  expect(secure.cookie).toMatch(/^__Host-tidemark-session=/);
});

test('wrong passwords are told alike, and slowed down', async () => {
  const tried = async (name: string) => {
    const answer = await post('/api/login', '', { name, password: 'not the password' });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await tried('admin')).toEqual([401, 'APP_LOGIN_WRONG']);
  expect(await tried('nobody')).toEqual([401, 'APP_LOGIN_WRONG']);
  let last: unknown;
  for (let i = 0; i < 12; i++) last = await tried('mallory');
  expect(last).toEqual([429, 'APP_LOGIN_TOO_OFTEN']);
  // Others still get in.
  expect(await logInOverHttp(server.url, 'admin', goodPassword)).toContain('tidemark-session=');
});

test('a new password, and logging out everywhere, end the other sessions', async () => {
  const first = await newUser(server, 'bob', 'reader');
  const second = await logInOverHttp(server.url, 'bob', goodPassword);
  const wished = 'another long password';
  const wrong = await post('/api/me/password', second, { old: 'wrong', password: wished }, 'PUT');
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'APP_LOGIN_WRONG' }]);
  const changed = await post('/api/me/password', second, { old: goodPassword, password: wished }, 'PUT');
  const third = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await Promise.all([first, second, third].map((cookie) => statusOf(get('/api/me', cookie))))).toEqual(
    [401, 401, 200],
  );
  const fourth = await logInOverHttp(server.url, 'bob', wished);
  expect(await statusOf(post('/api/logout/everywhere', third))).toBe(204);
  expect(await Promise.all([third, fourth].map((cookie) => statusOf(get('/api/me', cookie))))).toEqual([
    401, 401,
  ]);
});

test('tokens are listed without their values, and removed by nobody else', async () => {
  const cora = await newUser(server, 'cora', 'editor');
  const made = await post('/api/me/tokens', cora, {
    ...{ name: 'a mirror', scope: 'read', days: 3 },
    password: goodPassword,
  });
  const { token, id } = (await made.json()) as { token: string; id: number };
  const listed = await (await get('/api/me/tokens', cora)).text();
  expect(listed).not.toContain(token);
  expect(JSON.parse(listed)).toMatchObject({ items: [{ id, hint: token.slice(0, 10), project: null }] });
  const asToken = { authorization: `Bearer ${token}` };
  expect(await (await fetch(`${server.url}/api/me`, { headers: asToken })).json()).toMatchObject({
    name: 'cora',
    token: { scope: 'read', project: null },
  });
  const remove = async (cookie: string, which: number) => {
    const answer = await post(`/api/me/tokens/${which}`, cookie, {}, 'DELETE');
    return [
      answer.status,
      (await answer.text()).replace(/"request":"[^"]*"/, '').replaceAll(String(which), 'N'),
    ];
  };
  expect(await remove(server.cookie, id)).toEqual(await remove(server.cookie, 987654));
  expect((await remove(cora, id))[0]).toBe(204);
  expect(await statusOf(fetch(`${server.url}/api/me`, { headers: asToken }))).toBe(401);
});

test('a new token needs the password, and ends with it unless it is to stay', async () => {
  const eli = await newUser(server, 'eli', 'editor');
  const add = async (more: object) => {
    const answer = await post('/api/me/tokens', eli, { name: 'x', ...more });
    return [answer.status, (await answer.json()) as { code: string; token: string }] as const;
  };
  expect(await add({})).toMatchObject([403, { code: 'APP_PASSWORD_NEEDED' }]);
  expect(await add({ password: 'not the password' })).toMatchObject([401, { code: 'APP_LOGIN_WRONG' }]);
  const [, { token }] = await add({ password: goodPassword });
  const asToken = () =>
    statusOf(fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } }));
  const wished = { old: goodPassword, password: 'another long password', keepTokens: true };
  const changed = await post('/api/me/password', eli, wished, 'PUT');
  expect([changed.status, await asToken()]).toEqual([204, 200]);
  const now = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await statusOf(post('/api/logout/everywhere', now))).toBe(204);
  expect(await asToken()).toBe(401);
});

test('a browser in which a user logged in gets past a flood of guesses from everywhere', async () => {
  await newUser(server, 'fay', 'reader');
  const behind = await serverForThisTest(await databases.fresh(), { TIDEMARK_PROXY_ADDRESSES: '127.0.0.1' });
  await newUser(behind, 'fay', 'reader');
  const tryFrom = (address: string, password: string, cookie = '') =>
    fromOwnPage(behind.url, '/api/login', { name: 'fay', password }, { 'x-forwarded-for': address, cookie });
  const first = await tryFrom('203.0.113.1', goodPassword);
  const known = first.headers.getSetCookie().find((header) => header.startsWith('tidemark-browser-')) ?? '';
  expect(known).toMatch(
    /^tidemark-browser-\d+=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
  );
  let last = 0;
  for (let n = 0; n < 310 && last !== 429; n++)
    last = (await tryFrom(`10.0.${n >> 8}.${n & 255}`, 'x')).status;
  expect(last).toBe(429);
  expect((await tryFrom('10.0.0.2', goodPassword)).status).toBe(429);
  expect((await tryFrom('10.0.0.2', goodPassword, known.split(';')[0])).status).toBe(200);
  // Without it, from a network in which nobody has failed.
  expect((await tryFrom('203.0.113.2', goodPassword)).status).toBe(200);
});

test('a role and a share count from the next request on, also for events that are being sent', async () => {
  const dora = await newUser(server, 'dora', 'reader');
  await server.post('/api/projects', { url: site.url, name: 'tides' });
  const share = (access: string) => asAdministrator('/api/projects/tides/access/dora', { access }, 'PUT');
  await share('write');
  const shares = await server.json('/api/projects/tides/access');
  expect(shares).toMatchObject({
    items: [
      { user: 'admin', access: 'own' },
      { user: 'dora', access: 'write' },
    ],
  });
  const start = () => statusOf(post('/api/projects/tides/runs', dora));
  expect([await statusOf(get('/api/projects/tides', dora)), await start()]).toEqual([200, 403]);
  await asAdministrator('/api/users/dora', { role: 'editor' }, 'PUT');
  const events = eventsIn(await get('/api/events', dora));
  expect((await events.next()).value).toMatchObject({ event: 'runs' });
  const held = site.hold('/moon');
  expect(await start()).toBe(202);
  expect((await events.next()).value).toMatchObject({ event: 'started', data: { project: 'tides' } });
  await held.asked;
  expect(await statusOf(asAdministrator('/api/projects/tides/access/dora', {}, 'DELETE'))).toBe(204);
  expect(await statusOf(get('/api/projects/tides', dora))).toBe(404);
  held.release();
  expect(await endedRun(server, 'tides', 1)).toBe('finished');
  // What happens in another project comes after all of that.
  expect(await statusOf(post('/api/projects', dora, { url: site.url, name: 'ships' }))).toBe(201);
  expect(await statusOf(post('/api/projects/ships/runs', dora))).toBe(202);
  const seen: string[] = [];
  for await (const { event, data } of events) {
    seen.push(`${event} ${(data as { project: string }).project}`);
    if (event === 'settled') break;
  }
  expect(seen.filter((each) => !each.startsWith('progress'))).toEqual([
    'started ships',
    'ended ships',
    'settled ships',
  ]);
  const last = await asAdministrator('/api/users/admin', {}, 'DELETE');
  expect([last.status, await last.json()]).toMatchObject([409, { code: 'STORE_LAST_ADMINISTRATOR' }]);
  expect(await statusOf(asAdministrator('/api/users/dora', {}, 'DELETE'))).toBe(204);
  expect(await statusOf(get('/api/me', dora))).toBe(401);
});

test('the audit log has what was done, by whom, from where, and no value of a secret', async () => {
  await server.post('/api/projects', { url: site.url, name: 'moons' });
  const change = { file: `name: moons\nsource: ${site.url}\nlimits: { pages: 1 }\n` };
  expect(await statusOf(asAdministrator('/api/projects/moons', change, 'PUT'))).toBe(200);
  expect(
    await statusOf(asAdministrator('/api/projects/moons/secrets/forum', { value: 'sesame' }, 'PUT')),
  ).toBe(204);
  const { number } = await server.post('/api/projects/moons/runs');
  await server.post(`/api/projects/moons/runs/${number}/stop`);
  expect(await statusOf(asAdministrator('/api/projects/moons', {}, 'DELETE'))).toBe(204);
  const { items } = await server.json<{ items: Record<string, string>[] }>('/api/audit?limit=8');
  const lines = items.filter(({ subject }) => subject === 'moons');
  expect(lines.map(({ action, detail }) => `${action}: ${detail}`)).toEqual([
    'remove project: ',
    'stop run: run 1',
    'start run: ',
    'set secret: secret forum',
    'change project: ',
    'give access: admin: own',
    'add project: ',
  ]);
  expect(lines[0]).toMatchObject({ actor: 'admin', address: '127.0.0.1' });
  expect(JSON.stringify(items)).not.toContain('sesame');
});

test('a foreign name that points at this machine is refused', async () => {
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      `${server.url}/api/me`,
      { headers: { host: 'evil.example', cookie: server.cookie, ...ownPageHeaders } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    asked.on('error', reject).end();
  });
  expect(answered).toBe(403);
});

test('users come from an identity provider, and are readers at first', async () => {
  // The provider warns that it is set up for development.
  for (const way of ['info', 'warn'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  const publicUrl = 'http://127.0.0.1:4280';
  const provider = await startIdentityProvider(`${publicUrl}/api/login/elsewhere/return`);
  try {
    const own = await serverForThisTest(await databases.fresh(), {
      TIDEMARK_PUBLIC_URL: publicUrl,
      TIDEMARK_OIDC_ISSUER: provider.issuer,
      TIDEMARK_OIDC_CLIENT_ID: provider.clientId,
      TIDEMARK_OIDC_CLIENT_SECRET: provider.clientSecret,
    });
    const { elsewhere } = await own.json<{ elsewhere: string }>('/api/login');
    expect(elsewhere).toBe(new URL(provider.issuer).host);
    const begun = await fetch(`${own.url}/api/login/elsewhere`, { redirect: 'manual' });
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const query = await provider.logIn(begun.headers.get('location') ?? '', 'eve');
    const back = `${own.url}/api/login/elsewhere/return${query}`;
    const foreign = await fetch(back, { redirect: 'manual' });
    expect([foreign.status, await foreign.json()]).toMatchObject([
      401,
      { code: 'APP_LOGIN_ELSEWHERE_FAILED' },
    ]);
    const returned = await fetch(back, { redirect: 'manual', headers: { cookie } });
    expect([returned.status, returned.headers.get('location')]).toEqual([303, '/']);
    const session = returned.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await fetch(`${own.url}/api/me`, { headers: { cookie: session } });
    expect(await me.json()).toEqual({ name: 'eve', role: 'reader', token: null, hasPassword: false });
  } finally {
    vi.restoreAllMocks();
    await provider.close();
  }
});
