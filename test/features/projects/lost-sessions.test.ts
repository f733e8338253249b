import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { SiteSessions } from '../../fixtures/servers/site-sessions.ts';
import { linkPage, type SeenRequest, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { runFile } from './run-file.ts';

const PAGES = Array.from({ length: 20 }, (_, i) => `/p/${i}`);

interface KnowledgeBase {
  /** What a stranger gets for a page. */
  readonly refusal?: 401 | 403;
  /** Sessions end after this many pages. */
  readonly pagesPerSession?: number;
  /** Pages that no member may see. */
  readonly forbidden?: readonly string[];
  /** Whether the start is open to everybody, and how much of it is for members. */
  readonly start?: 'for members' | 'public' | 'the same for all';
  /** Where the log-in form is: its address, and where it asks for the password on a page of its own. */
  readonly form?: 'at /login' | 'at /' | 'on two pages';
}

let folder: string;
let store: Store;
let server: SiteServer | null = null;
let sessions: SiteSessions;
let gone: ReadonlySet<string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-sessions-'));
  store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  sessions = new SiteSessions();
  gone = new Set();
});
afterEach(async () => {
  await server?.close();
  server = null;
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const userField = '<input name=user>';
const passwordField = '<input type=password name=pass>';
const formTo = (action: string, fields: string) =>
  `<title>Knowledge</title><form method=post action=${action}>${fields}<button>Go on</button></form>`;

async function serve(site: KnowledgeBase): Promise<void> {
  const { refusal = 401, pagesPerSession = Number.POSITIVE_INFINITY, forbidden = [] } = site;
  const { start = 'for members', form = 'at /login' } = site;
  const known = new Set<string>();
  const answer = ({ target, method, headers, body }: SeenRequest): readonly [number, string, Headers?] => {
    const { pathname: path } = new URL(target, 'http://site');
    const fields = new URLSearchParams(body);
    const id = /\bwho=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    if (path === '/robots.txt') return [404, ''];
    if (path === '/login' && form === 'on two pages') return [200, formTo('/user', userField)];
    if (path === '/login') return [200, formTo('/enter', userField + passwordField)];
    if (path === '/user' && method === 'POST') {
      const who = `w${known.size}`;
      known.add(who);
      return [200, formTo('/enter', passwordField), { 'set-cookie': `who=${who}; Path=/` }];
    }
    if (path === '/enter' && method === 'POST') {
      const hasUser = form === 'on two pages' ? known.delete(id) : fields.get('user') === 'kim';
      if (!hasUser || fields.get('pass') !== 'opensesame') return [200, formTo('/enter', passwordField)];
      return [303, '', { location: '/', 'set-cookie': sessions.begin() }];
    }
    const shown = path === '/' ? sessions.peek(headers.cookie) : sessions.show(headers.cookie);
    if (shown !== null && shown >= pagesPerSession) sessions.end(headers.cookie);
    const isIn = shown !== null && shown < pagesPerSession;
    if (path === '/' && !isIn && form === 'at /') return [200, formTo('/enter', userField + passwordField)];
    if (path === '/' && !isIn && start === 'for members') return [302, '', { location: '/login' }];
    const greeting = isIn && start !== 'the same for all' ? 'Good morning Kim, log out here' : '';
    if (path === '/') return [200, `${linkPage(...PAGES, ...forbidden)} ${greeting}`];
    if (!isIn || forbidden.includes(path)) return [isIn ? 403 : refusal, ''];
    if (gone.has(path)) return [302, '', { location: '/' }];
    return PAGES.includes(path) ? [200, `<title>${path}</title>Text of ${path}. ${greeting}`] : [404, ''];
  };
  server = await serveSite((request, response) => {
    const [status, html, more = {}] = answer(request);
    response.writeHead(status, { 'content-type': 'text/html', ...more }).end(html);
  });
}
type Headers = Readonly<Record<string, string>>;

const fill = '{ user: kim, pass: { env: PASS } }';
const oneForm = (open: string, more = '') =>
  `session: { login: { open: ${open}, form: { fill: ${fill} } }${more} }`;

/** How many pages got which flag, or were left without one. */
async function visit(session: string) {
  const file = `name: kb\nsource: ${server?.origin}/\n${session}\n`;
  const { ending, visits } = await runFile({ store, file, environment: { PASS: 'opensesame' } });
  const flags: Record<string, number> = {};
  for (const { flag } of visits) flags[flag ?? 'none'] = (flags[flag ?? 'none'] ?? 0) + 1;
  return { ending, flags };
}

describe('a session that ends with a plain refusal', () => {
  test.each<readonly [string, KnowledgeBase, string]>([
    ['401, with signs', { refusal: 401 }, oneForm('/login', ', loggedInWhen: log out here')],
    ['403, the start for members', { refusal: 403 }, oneForm('/login')],
    ['401, the start greets members', { refusal: 401, start: 'public' }, oneForm('/login')],
    ['403, the start is the same for all', { refusal: 403, start: 'the same for all' }, oneForm('/login')],
  ])('is noticed: %s', async (_, site, session) => {
    await serve({ ...site, pagesPerSession: 4 });
    const { ending, flags } = await visit(session);
    expect(flags).toEqual({ NEW: 21 });
    expect(ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(sessions.begun.length).toBeGreaterThan(2);
  });

  test.each<readonly [string, KnowledgeBase, string]>([
    ['with signs', {}, oneForm('/login', ', loggedInWhen: log out here')],
    ['the start for members', {}, oneForm('/login')],
    ['the start greets members', { start: 'public' }, oneForm('/login')],
    ['the start is the same for all', { start: 'the same for all' }, oneForm('/login')],
  ])('pages that are forbidden cost no log-in each: %s', async (_, site, session) => {
    const forbidden = Array.from({ length: 15 }, (__, i) => `/secret/${i}`);
    await serve({ ...site, forbidden });
    const { ending, flags } = await visit(session);
    expect(flags).toMatchObject({ NEW: 21 });
    expect(ending).toMatchObject({ state: 'finished', errors: 15 });
    // Two sessions, and two log-ins that are tried where nothing shows whether a session lasts.
    expect(sessions.begun.length).toBeLessThanOrEqual(4);
  });
});

test.each([
  ['a start that leads to the form', 'at /login'],
  ['a start that has the form', 'at /'],
] as const)('pages that are gone and lead to the start are missing: %s', async (_, form) => {
  await serve({ form });
  expect((await visit(oneForm('/'))).flags).toEqual({ NEW: 21 });
  gone = new Set(PAGES.slice(0, 12));
  const { ending, flags } = await visit(oneForm('/'));
  expect(flags).toMatchObject({ MIS: 12, SAM: 9 });
  expect(ending).toMatchObject({ state: 'finished', errors: 0 });
});

test('a log-in of two pages is repeated from its first', async () => {
  await serve({ form: 'on two pages', pagesPerSession: 4 });
  const { ending, flags } = await visit(`
session: { login: password, loggedInWhen: log out here }
steps:
  - { open: /login, form: { fill: { user: kim } }, collect: no }
  - { name: password, form: { fill: { pass: { env: PASS } } }, collect: no }
  - { open: / }`);
  expect(flags).toEqual({ NEW: 21 });
  expect(ending).toMatchObject({ state: 'finished', errors: 0 });
  expect(sessions.begun.length).toBeGreaterThan(2);
});
