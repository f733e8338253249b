import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedBrowser, openBrowser } from '../../../src/fetch/index.ts';
import { mailboxForThisTest } from '../../features/notifications/mailbox.ts';
import { goodPassword } from '../../features/people/people-for-test.ts';
import { runCommand } from '../../features/projects/run-command.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { type LoopbackServer, listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { builtWeb } from '../../web/built-web.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { readerOfFiles } from '../fetch/browser-for-this-test.ts';
import { newUser } from './people-of-a-server.ts';
import { serverForThisTest } from './server-for-this-test.ts';
import { endedRun, fromOwnPage } from './started-server.ts';

let databases: Databases;
let browser: GuardedBrowser;
let site: LoopbackServer;
/** What the hostile pages got a browser to ask for. */
const reached: string[] = [];
let isEdited = false;

/** Every way in which a page makes a browser do something. */
const attack = (target: string) => `<script>fetch('${target}script')</script>
  <img src="${target}image" onerror="fetch('${target}onerror')"><iframe src="${target}frame"></iframe>
  <svg onload="fetch('${target}svg')"></svg><body onload="fetch('${target}body')">
  <form id="f" action="${target}form"></form><script>document.getElementById('f').submit()</script>
  <meta http-equiv="refresh" content="0; url=${target}refresh"><link rel="stylesheet" href="${target}style">
  <style>@import url('${target}import'); p { background: url('${target}background') }</style>
  <object data="${target}object"></object><embed src="${target}embed"><p>told</p>
  <base href="${target}"><a href="javascript:fetch('${target}link')" id="a">link</a>`;

/** The same as text that a reader sees: it is a page only where somebody forgets to escape it. */
const asText = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A name of a project that is a page, too. */
const hostileName = `x<img src=x onerror=window.isHacked=1><b id=hacked>`;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
  const got = (name: string) => `${site.origin}/got/${name}/`;
  const pages: Readonly<Record<string, readonly [string, () => string]>> = {
    '/': [
      'text/html',
      () => `<a href="/page">a</a><a href="/words">b</a><a href="/drawing">c</a><a href="/odd">d</a>`,
    ],
    '/page': ['text/html', () => `<!doctype html><title>A page</title>${attack(got('page'))}`],
    '/words': [
      'text/html',
      () =>
        `<!doctype html><title>${asText(`</title>${attack(got('title'))}`)}</title>
        <p>The height is ${isEdited ? asText(`4 ${attack(got('added'))}`) : asText(`3 ${attack(got('removed'))}`)}</p>`,
    ],
    '/drawing': [
      'image/svg+xml',
      () =>
        `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('${got('drawing')}')</script><text y="20">told</text></svg>`,
    ],
    '/odd': ['text/plain', () => `<!doctype html>told<script>fetch('${got('sniffed')}')</script>`],
  };
  site = await listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? '/';
      if (path.startsWith('/got/')) reached.push(path);
      const [type, body] = pages[path] ?? ['text/plain', () => ''];
      response.writeHead(path in pages ? 200 : 404, { 'content-type': type }).end(body());
    }),
  );
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await databases.stop();
});

/** Opens an address, and waits until nothing is loaded any more. */
async function open(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address, { waitUntil: 'networkidle' }).catch((error: Error) => {
    // What is downloaded is not shown.
    if (!/Download is starting/.test(error.message)) throw error;
    return null;
  });
  if (answer !== null) expect([answer.status(), page.url()]).toEqual([200, address]);
  expect(
    await page.evaluate(`'isHacked' in window || document.getElementById('hacked') !== null`),
    address,
  ).toBe(false);
  expect(reached, address).toEqual([]);
}

test('a hostile page does nothing in any view, difference, feed, mail or download', {
  timeout: 300_000,
}, async () => {
  const place = await databases.fresh();
  const folder = place.kind === 'sqlite' ? place.folder : '';
  const mailbox = await mailboxForThisTest();
  await writeFile(
    join(folder, 'hostile.yaml'),
    `name: hostile\nsource: ${site.origin}/\nrender: never\ndetectors: [{ words: [height] }]
notify: ['atom:hostile.atom', 'mailto:me@example.org']\n`,
  );
  expect(
    (await runCommand(['projects', 'add', join(folder, 'hostile.yaml'), '--data', folder])).exitCode,
  ).toBe(0);
  const server = await serverForThisTest(
    place,
    { TIDEMARK_SMTP: mailbox.server },
    { webFolder: await builtWeb() },
  );
  for (const run of [1, 2]) {
    await server.post('/api/projects/hostile/runs');
    expect(await endedRun(server, 'hostile', run)).toBe('finished');
    isEdited = true;
  }
  await server.post('/api/projects', { url: `${site.origin}/`, name: hostileName });
  const { items } = await server.json<{ items: { file: string; url: string }[] }>(
    '/api/projects/hostile/pages',
  );
  expect(items).toHaveLength(5);
  const views = items.flatMap(({ file }) =>
    ['', '/text', '/explain', '/versions'].map((view) => `pages/${file}${view}`),
  );
  const words = items.find(({ url }) => url.endsWith('/words'))?.file;
  const diff = `pages/${words}/diff?whole=true&noise=true`;
  const downloads = items.map(({ file }) => `files/${file}`);
  const others = ['runs/2/summary', 'runs/2/matches', 'detectors', 'deliveries', 'learned', ''];
  const reports = ['json', 'csv', 'xml'].map((format) => `runs/2/report?format=${format}`);
  const everywhere = ['/api/projects', '/api/changes', '/api/search?q=height', '/api/audit', '/api/'];
  await useBuiltViews();
  const outputs: string[] = [];
  for (const [name, args] of [
    ['report.html', ['report', 'hostile', '--html']],
    ['diff.html', ['diff', `${site.origin}/words`, '--html']],
  ] as const) {
    const path = join(folder, name);
    const { exitCode, stderr } = await runCommand([...args, path, '--data', folder]);
    expect([exitCode, stderr]).toMatchObject([0, expect.anything()]);
    outputs.push(name);
  }
  const mail = mailbox.mails.findLast((each) => each.includes('text/html')) ?? '';
  await writeFile(join(folder, 'mail.html'), htmlPartOf(mail));
  expect(await readFile(join(folder, 'mail.html'), 'utf8')).toContain('got/added');
  expect(await readFile(join(folder, 'hostile.atom'), 'utf8')).toContain('got/added');
  // A feed reader shows the content of an entry as a page of its own.
  await writeFile(
    join(folder, 'entry.html'),
    contentOf(await readFile(join(folder, 'hostile.atom'), 'utf8')),
  );
  reached.length = 0;
  const visitor = await readerOfFiles(browser, { acceptDownloads: false });
  const [name = '', value = ''] = server.cookie.split('=');
  await visitor.addCookies([{ name, value, url: server.url }]);
  const addresses = [
    ...[...views, diff, ...downloads, ...others, ...reports].map((path) =>
      `${server.url}/api/projects/hostile/${path}`.replace(/\/$/, ''),
    ),
    ...everywhere.map((path) => `${server.url}${path}`),
    ...[...outputs, 'mail.html', 'entry.html', 'hostile.atom'].map(
      (name) => pathToFileURL(join(folder, name)).href,
    ),
  ];
  // Side by side: each must come to rest, and that takes half a second.
  await Promise.all(
    Array.from({ length: 8 }, async (_, tab) => {
      const page = await visitor.newPage();
      for (const address of addresses.filter((_each, i) => i % 8 === tab)) await open(page, address);
      await page.close();
    }),
  );
  const page = await visitor.newPage();
  await page.goto(`${server.url}/`);
  await page.getByText(hostileName).first().waitFor();
  expect(reached).toEqual([]);
  await visitor.close();
});

/** The page in a mail: quoted-printable, as it came. */
function htmlPartOf(mail: string): string {
  const [, encoded = ''] = /Content-Type: text\/html[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(mail) ?? [];
  const bytes = encoded
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** What a reader makes of the newest entry: its markup, decoded once. */
function contentOf(feed: string): string {
  const [, content = ''] = /<content type="html">([\s\S]*?)<\/content>/.exec(feed) ?? [];
  return content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('in a browser: the link, a password, a token, logging out and in again', {
  timeout: 300_000,
}, async () => {
  const server = await serverForThisTest(await databases.fresh(), {}, { webFolder: await builtWeb() });
  await newUser(server, 'ada', 'editor');
  const { link } = (await (
    await fromOwnPage(server.url, '/api/users/ada/link', {}, { cookie: server.cookie })
  ).json()) as { link: string };
  const visitor = await browser.newVisitor();
  const page = await visitor.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Welcome, ada' }).waitFor();
  await page.getByLabel('Choose a password').fill(goodPassword);
  await page.getByRole('button', { name: 'Log in with it' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${server.url}/account`);
  await page.getByLabel('What it is for').fill('a mirror');
  await page.getByLabel('Your password').last().fill(goodPassword);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'Remove the token for a mirror' }).waitFor();
  const token = (await page.locator('.new-token code').textContent()) ?? '';
  const asked = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await asked.json()).toMatchObject({ name: 'ada', role: 'editor', token: { scope: 'read' } });
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('The name or the password is wrong.').waitFor();
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Tokens for programs' }).waitFor();
  await page.goto(link);
  await page.getByText('This link was used before').waitFor();
  await visitor.close();
});
