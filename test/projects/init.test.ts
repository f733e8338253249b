import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkPage, type SiteServer, serveSite } from '../sites/site-server.ts';
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
  expect(ran.stdout).toContain('"reason":"5 pages fetched"');
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
  expect((await at('example.org')).stderr).toContain('is not a web address');
});
