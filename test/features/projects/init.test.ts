import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkPage, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { runCommand } from './run-command.ts';

const sections = ['tech', 'sport', 'food', 'music', 'film', 'travel'];
const articles = sections.flatMap((section) => Array.from({ length: 20 }, (_, i) => `/news/${section}/${i}`));
const search = '<form action="/find"><input name="q"><input type="hidden" name="c" value="1"></form>';
const login =
  '<form method="post" action="/session"><input name="user"><input type="password" name="pass"></form>';

const pages: Readonly<Record<string, string>> = {
  '/': linkPage('/news/', '/about', '/login', '/private/x', '/logout') + search,
  '/news/': linkPage(...sections.map((section) => `/news/${section}/`)),
  '/about': linkPage('/'),
  '/login': login,
  '/private/x': linkPage(),
  ...Object.fromEntries(
    sections.map((section) => [
      `/news/${section}/`,
      linkPage(...articles.filter((path) => path.includes(section))),
    ]),
  ),
  ...Object.fromEntries(articles.map((path) => [path, linkPage('/')])),
};

let folder: string;
let server: SiteServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-init-'));
  server = await serveSite(({ target }, response) => {
    const body = pages[target];
    if (target === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\nSitemap: /map.xml\n');
    else if (target === '/map.xml')
      response.end(
        `<urlset>${articles.map((path) => `<url><loc>${server.origin}${path}</loc></url>`).join('')}</urlset>`,
      );
    else if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const init = (...args: readonly string[]) =>
  runCommand(['init', `${server.origin}/`, '-o', join(folder, 'site.yaml'), ...args]);
const draft = () => readFile(join(folder, 'site.yaml'), 'utf8');

test('looks at a bounded part of the site, as robots.txt allows, and writes what it found', async () => {
  const { stdout, exitCode } = await init('--pages', '12');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('written after looking at 12 pages');
  expect(server.pages().filter((target) => target !== '/map.xml')).toHaveLength(12);
  expect(server.pages().filter((target) => /private|logout/.test(target))).toEqual([]);
  const text = await draft();
  expect(text).toContain('##   /private/');
  expect(text).toContain('/map.xml: 120 pages');
  expect(text).toContain('# /news/*/NNN: 120, such as');
  expect(text).toMatch(/a search form on .*: GET .*\/find, fields q/);
  expect(text).toMatch(/a log-in form on .*\/login: POST .*\/session, fields user, pass/);
  expect(text).not.toMatch(/allow: .*(?:private|logout)/);
});

test('its file is a project that runs, also with a rule uncommented', async () => {
  await init('--pages', '12');
  const file = join(folder, 'site.yaml');
  expect((await runCommand(['projects', 'check', file])).stdout).toContain(': valid.');
  const chosen = (await draft())
    .replace(/^# rules:/m, 'rules:')
    .replace(/^# ( {2}- allow: .*\/news\/\[.*\[0-9\]\+\$)$/m, '$1')
    .replace(/^# ( {2}- default: deny)/m, '$1');
  await writeFile(file, chosen);
  const ran = await runCommand(['crawl', file, '--max-pages', '5', '--json', '--data', folder]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(ran.stdout).toContain('"reason":"5 pages requested"');
});

/** The draft after a user has removed every `# `, and given a name and a password. */
const uncommented = async () =>
  (await draft())
    .replace(/^# /gm, '')
    .replaceAll('my-name', 'kim')
    .replaceAll('{ secret: site-password }', '{ env: KB_PASSWORD }');

/** Writes the draft of another site, with all that it proposes, and runs it. */
async function initAndRun(start: string) {
  const file = join(folder, 'site.yaml');
  const written = await runCommand(['init', start, '-o', file]);
  expect(written.exitCode, written.stderr).toBe(0);
  const asWritten = await draft();
  await writeFile(file, await uncommented());
  const ran = await runCommand(['crawl', file, '--json', '--data', folder], { KB_PASSWORD: 'opensesame' });
  const pages = ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"event":"page"'))
    .map((line) => JSON.parse(line) as { readonly url: string; readonly outcome: string });
  const kept = pages.filter(({ outcome }) => outcome === 'ok').map(({ url }) => new URL(url).pathname);
  return { ...ran, text: asWritten, kept: kept.toSorted() };
}

test('its file runs with all that it proposes: a start that redirects to a log-in, beside forms that look like it', async () => {
  let logOuts = 0;
  const kb = await serveSite(({ target, method, body, headers }, response) => {
    const path = target.split('?', 1)[0] ?? '';
    const isIn = headers.cookie === 'sid=kim';
    const html = (page: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const go = (location: string, more = {}) => response.writeHead(303, { location, ...more }).end();
    if (path === '/login' && method === 'POST') {
      const fields = new URLSearchParams(body);
      const isRight =
        fields.get('user') === 'kim' && fields.get('pass') === 'opensesame' && !fields.get('code');
      return void (isRight ? go('/kb/', { 'set-cookie': 'sid=kim; Path=/' }) : go('/login?wrong'));
    }
    if (path === '/logout' && method === 'POST') {
      logOuts++;
      return void go('/login');
    }
    if (path === '/login')
      return void html(`<title>Enter</title>
        <form action=/login method=post><input name=user><button>Send me a new password</button></form>
        <form action=/login method=post><input name=lang><input name=user><input type=password name=pass><input name=code></form>
        <form action=/logout method=post><input type=hidden name=t value=1><button>Sign out</button></form>`);
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (!isIn) return void go(`/login?next=${encodeURIComponent(path)}`);
    if (path === '/kb/')
      return void html(
        `${linkPage('/kb/a', '/kb/b')}<form action=/logout method=post><button>Sign out</button></form>`,
      );
    return void html(linkPage('/kb/'));
  });
  try {
    const { text, kept, exitCode, stderr } = await initAndRun(`${kb.origin}/kb/`);
    expect(text).toContain(`source: ${kb.origin}/kb/\n`);
    expect(text).toMatch(/^# {5}open: \/login\?next=%2Fkb%2F$/m);
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    expect(kept).toEqual(['/kb/', '/kb/a', '/kb/b']);
    expect(logOuts).toBeGreaterThan(0);
  } finally {
    await kb.close();
  }
});

test.each([
  ['Basic realm="Staff only"', 'basic'],
  ['Digest realm="Staff only", qop="auth", nonce="n0nce"', 'digest'],
])('a start that asks for a password over HTTP: %s', async (challenge, scheme) => {
  const closed = await serveSite(({ target, headers }, response) => {
    if (target === '/robots.txt') response.writeHead(404).end();
    else if (headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('/a'));
  });
  try {
    const { text, kept } = await initAndRun(`${closed.origin}/`);
    expect(text).toContain(`asks for a user and a password for "Staff only" (HTTP ${scheme})`);
    expect(kept).toEqual(['/', '/a']);
  } finally {
    await closed.close();
  }
});

test('never overwrites a file unless --force is given', async () => {
  await writeFile(join(folder, 'site.yaml'), 'mine');
  const refused = await init();
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('CLI_FILE_EXISTS')]);
  expect(server.requests).toEqual([]);
  expect(await draft()).toBe('mine');
  expect((await init('--force', '--pages', '1')).exitCode).toBe(0);
  expect(await draft()).toContain('name: ');
});

test('says what is wrong with a site that it cannot read', async () => {
  const at = (url: string) => runCommand(['init', url, '-o', join(folder, 'x.yaml')]);
  expect((await at(`${server.origin}/gone`)).stderr).toContain('it answered 404');
  expect((await at(`${server.origin}/private/x`)).stderr).toContain('Disallow: /private/');
});
