import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSecret } from '../../../src/access/index.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { keptPaths, readBack } from '../../kernel/crawl/crawl-scenario.ts';
import { runSite, type SiteRun } from '../../kernel/crawl/runs/run-site.ts';
import {
  linkPage,
  pagesOf,
  type SeenRequest,
  type SiteServer,
  serveSite,
} from '../../sites/plain/site-server.ts';

let folder: string;
let store: Store;
let server: SiteServer;

/** Three pages for visitors that `knows` accepts. */
async function serve(
  knows: (headers: SeenRequest['headers'], target: string) => boolean,
  challenge?: string,
): Promise<void> {
  server = await serveSite(({ target, headers }, response) => {
    if (target === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const isIn = knows(headers, target);
    response.writeHead(isIn || challenge === undefined ? 200 : 401, {
      'content-type': 'text/html',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    });
    response.end(
      isIn ? `${linkPage('/a', '/b', '/log-out')} Hello kim ${headers.cookie ?? ''}` : 'Who are you?',
    );
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-ways-'));
  store = await openStore({ kind: 'sqlite', folder, access: 'write' });
});
afterEach(async () => {
  await server.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  session: string,
  signal = new AbortController().signal,
  more: Pick<SiteRun, 'clock'> & Partial<Pick<SiteRun, 'onEvent'>> = {},
) {
  const text = `name: private\nsource: ${server.origin}/\n${session}\n`;
  await addProject(store, { text, fileName: 'private.yaml', folder });
  const environment = (name: string) => (name === 'TOKEN' ? 'opensesame' : undefined);
  const ending = await runSite(store, {
    project: 'private',
    url: null,
    settings: {},
    signal,
    environment,
    onEvent: () => undefined,
    ...more,
  });
  return { ending, ...(await readBack(store, 'private')) };
}

/** What is stored of the pages. */
const keptTexts = ({ kept }: { readonly kept: ReadonlyMap<string, string> }) =>
  Promise.all(
    [...kept.values()].map(async (hash) =>
      Buffer.from(await store.contents.read(Buffer.from(hash, 'hex'))).toString(),
    ),
  );

const signs = 'loggedInWhen: Hello kim';

test('a password over HTTP (basic)', async () => {
  const authorization = `Basic ${Buffer.from('kim:opensesame').toString('base64')}`;
  await serve((headers) => headers.authorization === authorization, 'Basic realm="x"');
  const outcome = await run(
    `session: { login: { basic: { user: kim, password: { env: TOKEN } } }, ${signs} }`,
  );
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
});

/** Whether an answer to a digest challenge is right (RFC 7616, section 3.4.1). */
function isRightDigest(authorization: string, target: string): boolean {
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(authorization)?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const [secret, asked] = [hash('kim:tide:opensesame'), hash(`GET:${target}`)];
  const right = hash(`${secret}:n0nce:${field('nc')}:${field('cnonce')}:auth:${asked}`);
  return field('uri') === target && field('response') === right;
}

test.each([
  'session: { login: { digest: { user: kim, password: { env: TOKEN } } }, loggedInWhen: Hello kim }',
  'preference: { user: kim, password: { env: TOKEN } }',
])('a password over HTTP that is not sent itself (digest): %s', async (project) => {
  const challenge = 'Digest realm="tide", qop="auth", nonce="n0nce", algorithm=SHA-256';
  await serve(({ authorization = '' }, target) => isRightDigest(authorization, target), challenge);
  const outcome = await run(project);
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
  const said = server.requests.map(({ headers }) => headers.authorization ?? '').join(' ');
  expect(said).toContain('Digest username="kim"');
  expect(findSecret(Buffer.from(said), ['opensesame'])).toBeNull();
});

test.each([
  ['Basic realm="x"', 'session: { login: { basic: { user: kim, password: { env: TOKEN } } } }', 'basic'],
  ['Basic realm="x"', 'preference: { user: kim, password: { env: TOKEN } }', 'basic'],
  [
    'Digest realm="tide", qop="auth", nonce="n0nce", algorithm=SHA-256',
    'session: { login: { digest: { user: kim, password: { env: TOKEN } } }, loggedInWhen: Hello kim }',
    'digest',
  ],
])('a wrong password over HTTP is said plainly: %s, %s', async (challenge, project, scheme) => {
  await serve(() => false, challenge);
  const error = await run(project).then(
    () => null,
    (thrown: unknown) => thrown as Error,
  );
  expect(error?.message).toContain(
    `${server.origin} refuses the user "kim" with this password (401, ${scheme}). Check both.`,
  );
  expect(error?.message).not.toContain('opensesame');
  expect((await readBack(store, 'private')).kept.size).toBe(0);
});

test('a log-in of a kind that is not known is said plainly', async () => {
  await serve(() => false, 'Negotiate');
  await expect(run('preference: { user: kim, password: { env: TOKEN } }')).rejects.toThrow(
    'wants another kind of log-in than a user and a password for HTTP: it answers 401 and asks for negotiate',
  );
});

test('once a page was shown, a page that asks for another log-in is a single error', async () => {
  await serve(
    ({ authorization }, target) => authorization !== undefined && target !== '/b',
    'Basic realm="x"',
  );
  const outcome = await run('preference: { user: kim, password: { env: TOKEN } }');
  expect(keptPaths(outcome)).toEqual(['/', '/a']);
  expect(outcome.ending).toMatchObject({ state: 'finished', errors: 1 });
});

describe('an object that is posted', () => {
  interface Api {
    readonly answer: (session: string) => readonly [body: unknown, headers?: Record<string, string>];
    readonly knows: (headers: SeenRequest['headers'], session: string) => boolean;
  }

  /** Twelve pages; sessions end after five of them, with 401. */
  async function serveApi({ answer, knows }: Api): Promise<() => readonly unknown[]> {
    const posted: unknown[] = [];
    let session = '';
    let left = 0;
    const links = Array.from({ length: 11 }, (_, i) => `/${i}`);
    server = await serveSite(({ target, method, headers, body }, response) => {
      const json = { 'content-type': 'application/json' };
      if (target === '/api/login' && method === 'POST') {
        posted.push(JSON.parse(body));
        if (headers['content-type'] !== 'application/json') return void response.writeHead(415).end();
        if (!body.includes('"opensesame"'))
          return void response.writeHead(401, json).end(`{"error":"wrong","you":${body}}`);
        session = `t0ken-${posted.length}`;
        left = 5;
        const [given, more] = answer(session);
        return void response.writeHead(200, { ...json, ...more }).end(JSON.stringify(given));
      }
      const isIn = knows(headers, session) && (target === '/' ? left : left--) > 0;
      response.writeHead(target === '/robots.txt' ? 404 : isIn ? 200 : 401, { 'content-type': 'text/html' });
      response.end(isIn ? `${linkPage(...links)} ${target} Hello kim ${headers['x-sid'] ?? ''}` : '');
    });
    return () => posted;
  }

  const login = (more: string, password = '{ env: TOKEN }') =>
    `session: { login: { json: { post: /api/login, send: { user: kim, password: ${password} }${more} } }, ${signs} }`;
  const bearer: Api = {
    answer: (session) => [{ data: { token: session } }],
    knows: ({ authorization }, session) => authorization === `Bearer ${session}`,
  };

  test.each<readonly [string, Api, string]>([
    ['a token in the answer', bearer, ', token: data.token'],
    [
      'a token in a header of its own, which pages show',
      {
        answer: (session) => [{ id: session }],
        knows: (headers, session) => headers['x-sid'] === `s ${session}`,
      },
      ', token: id, header: "X-Sid: s {token}"',
    ],
    [
      'a cookie',
      {
        answer: (session) => [{ ok: true }, { 'set-cookie': `sid=${session}; Path=/` }],
        knows: ({ cookie }, session) => cookie === `sid=${session}`,
      },
      '',
    ],
  ])('logs in, and again when the session has ended: %s', async (_, api, more) => {
    const posted = await serveApi(api);
    const outcome = await run(login(more));
    expect(keptPaths(outcome)).toHaveLength(12);
    expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(posted().length).toBeGreaterThan(2);
    expect(posted()[0]).toEqual({ user: 'kim', password: 'opensesame' });
    for (const text of await keptTexts(outcome)) expect(text).not.toMatch(/t0ken|opensesame/);
  });

  test('a wrong password is said with what the server showed, and not shown', async () => {
    await serveApi(bearer);
    const error = await run(login(', token: data.token', 'sesame')).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(
      /before step 1: log-in, sending the user and the password: Seen: .* answered 401/,
    );
  });

  test('a token that is not where it should be: the message names the fields, not their values', async () => {
    await serveApi(bearer);
    const error = await run(login(', token: data.accessToken')).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('has no "accessToken" for "data.accessToken"; it has token');
    expect(String(error)).not.toContain('t0ken');
  });
});

test('a token', async () => {
  await serve((headers) => headers.authorization === 'Bearer opensesame');
  const outcome = await run(`session: { login: { bearer: { env: TOKEN } }, ${signs} }`);
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
});

test('cookies from a file beside the project', async () => {
  await serve((headers) => headers.cookie === 'sid=opensesame');
  await writeFile(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\topensesame\n');
  const outcome = await run(`session: { cookies: cookies.txt, ${signs} }`);
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
  // The pages show the cookie.
  for (const text of await keptTexts(outcome)) expect(text).toContain('sid=[secret]');
});

test('expired cookies stop the run before anything is kept', async () => {
  await serve(() => false);
  await writeFile(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\told\n');
  await expect(run(`session: { cookies: cookies.txt, ${signs} }`)).rejects.toMatchObject({
    code: 'CRAWL_STEP_FAILED',
    message: expect.stringContaining('do not log in'),
  });
  expect((await readBack(store, 'private')).kept.size).toBe(0);
});

test('outside its hours a project sends no request, and can be interrupted', async () => {
  await serve(() => true);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const controller = new AbortController();
  controller.abort();
  const outcome = await run(`limits: { hours: "${inHours(2)}-${inHours(3)} UTC" }`, controller.signal);
  expect(outcome.ending).toMatchObject({ state: 'paused', reason: 'interrupted' });
  const waiting = new AbortController();
  const going = run(`limits: { hours: "${inHours(2)}-${inHours(3)} UTC" }`, waiting.signal);
  setImmediate(() => waiting.abort());
  expect((await going).ending).toMatchObject({ state: 'paused', reason: 'interrupted' });
  expect(server.requests).toEqual([]);
});

test('a project waits for its hours, again and again', async () => {
  const HOUR = 3_600_000;
  let time = Date.parse('2026-03-01T12:00:00Z');
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  const askedAt: string[] = [];
  await serve(() => {
    askedAt.push(new Date(time).toISOString().slice(8, 13));
    time += 5 * HOUR; // a slow site: two pages a night
    return true;
  });
  const waits: string[] = [];
  const outcome = await run('limits: { hours: "22:00-06:00 UTC" }', undefined, {
    clock,
    onEvent: (event) => {
      if (event.event === 'waiting') waits.push(event.until);
    },
  });
  expect(outcome.ending.state).toBe('finished');
  expect(keptPaths(outcome)).toContain('/b');
  expect(new Set(askedAt.map((at) => at.slice(3)))).toEqual(new Set(['22', '03']));
  expect(waits.slice(0, 2)).toEqual(['2026-03-01T22:00:00.000Z', '2026-03-02T22:00:00.000Z']);
});

test('a form that would put a secret into an address, which is kept, is refused', async () => {
  const form = '<form action="/found"><input name="key"></form>';
  server = await serveSite(pagesOf({ '/': form, '/found?key=opensesame': linkPage('/a') }));
  const error = await run('steps: [{ open: /, form: { fill: { key: { env: TOKEN } } } }]').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    code: 'CRAWL_STEP_FAILED',
    message: expect.stringMatching(/^step 1: .*secret/),
  });
  expect(String(error)).not.toContain('opensesame');
  expect((await readBack(store, 'private')).visits).toEqual([]);
});
