import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addProject } from '../../../../src/crawl/projects/add-project.ts';
import { reportRun } from '../../../../src/features/reports/report-run.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const code = () => randomBytes(16).toString('hex');
const paths = ['/', '/a', '/b', '/c', '/d', '/e'];

interface Given {
  /** A new log-in ends all sessions before it, after so many further requests. */
  readonly endsOthersAfter?: number;
  /** Log-ins that are accepted in one visit. */
  readonly mostLogIns?: number;
  /** The project's lines about its session. */
  readonly session?: string;
  /** Links carry an id of the session. */
  readonly hasIds?: boolean;
  /** HTTP passwords instead of a form. */
  readonly isBasic?: boolean;
}

const bySigns =
  'session: { login: { open: /login, form: { fill: { user: kim, pass: sesame } } }, loggedInWhen: Log out }';
const byForm = 'session: { login: { open: /login, form: { fill: { user: kim, pass: sesame } } } }';

/**
 * Tracks a site whose pages show everybody a text, and members another one, with a token of the session in the link to
 * log out. At the last visit one page is edited.
 */
async function trackedWiki(
  visits: number,
  { endsOthersAfter, mostLogIns = 9, session = bySigns, isBasic, hasIds = false }: Given,
) {
  const tokens = new Map<string, string>([['by-hand', code()]]);
  let visit = 0;
  let logIns = 0;
  let ending: { left: number; readonly newest: string } | null = null;
  const site = await siteForThisTest(({ target, headers }, response) => {
    const path = target.split('?', 1)[0] ?? '';
    const cookie = /\bsid=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
    const html = (body: string, more: Record<string, string> = {}) =>
      response.writeHead(200, { 'content-type': 'text/html', ...more }).end(`<title>Wiki</title>${body}`);
    if (path === '/login') {
      return void html(
        '<form action="/enter"><input name=user><input name=pass type=password><button>Go</button></form>',
      );
    }
    if (path === '/enter') {
      if (++logIns > mostLogIns) return void html('<form><input type=password></form>No more, please.');
      const id = code();
      if (endsOthersAfter !== undefined) ending = { left: endsOthersAfter, newest: id };
      tokens.set(id, code());
      return void response.writeHead(302, { location: '/', 'set-cookie': `sid=${id}; Path=/` }).end();
    }
    if (ending !== null && ending.left-- <= 0) {
      for (const id of tokens.keys()) if (id !== ending.newest) tokens.delete(id);
      ending = null;
    }
    if (!paths.includes(path)) return void response.writeHead(404).end();
    let token = tokens.get(cookie ?? '');
    const more: Record<string, string> = {};
    if (isBasic) {
      if (headers.authorization === undefined)
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="wiki"' }).end();
      const id = cookie ?? code();
      token ??= code();
      tokens.set(id, token);
      more['set-cookie'] = `sid=${id}; Path=/`;
    }
    const id = hasIds && token !== undefined ? `?wzx=${token.slice(0, 20)}` : '';
    const links = paths.map((one) => `<a href="${one}${id}">Page ${one}</a>`).join(' ');
    const text =
      visit === visits && path === '/c' ? 'was written anew by the harbour master' : 'is as old as the hills';
    const forMembers = `<p>Only members read this: ${path} ${text}.</p><a href="${path}?do=logout&tok=${token}">Log out</a>`;
    html(`${links}${token === undefined ? '<p>Everybody may read this.</p>' : forMembers}`, more);
  });
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-members-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tby-hand\n');
  const store = await storeForThisTest();
  const text = `name: wiki\nsource: ${site.origin}/\n${session}\n`;
  const { project } = await addProject(store, { text, fileName: 'wiki.yaml', folder });
  const seen = [];
  for (visit = 1; visit <= visits; visit++) {
    logIns = 0;
    site.forget();
    await runSite(store, { project: 'wiki', url: null, visits: 'changes', environment: () => 'sesame' });
    const report = await reportRun(store, project, { run: visit });
    const updated = await Array.fromAsync(report.pages(['UPD']));
    seen.push({
      logIns,
      asked: site.pages().length,
      notes: report.notices,
      total: Object.values(report.totals).reduce((sum, one) => sum + one, 0),
      same: report.totals.SAM,
      updated: updated.map(({ url }) => new URL(url).pathname),
    });
  }
  return seen;
}

test('a second log-in shows what belongs to a session: a token in a link is no change, an edit is', async () => {
  const [first, second, third] = await trackedWiki(3, {});
  expect(first).toMatchObject({ logIns: 2, notes: [] });
  expect(second).toMatchObject({ same: 6, updated: [] });
  expect(third).toMatchObject({ same: 5, updated: ['/c'], logIns: 2 });
});

test('an id of the session in all links is found, whatever its name', async () => {
  const [first, second, third] = await trackedWiki(3, { hasIds: true });
  expect([first?.total, second?.total, third?.total]).toEqual([6, 6, 6]);
  expect(second).toMatchObject({ same: 6, updated: [] });
  expect(third).toMatchObject({ same: 5, updated: ['/c'] });
});

test('while nothing seems to change, there is no second log-in', async () => {
  const [, , third] = await trackedWiki(4, {});
  expect(third).toMatchObject({
    logIns: 1,
    same: 6,
    asked: expect.toSatisfy((asked: number) => asked <= 6 + 3),
  });
});

test.each([
  ['with signs of being logged in', bySigns],
  ['without them, by what strangers see', byForm],
])('a site that allows one session is noticed, said once and remembered: %s', async (_, session) => {
  const [first, second] = await trackedWiki(2, { endsOthersAfter: 0, session });
  expect(first?.logIns).toBe(3);
  expect(first?.notes).toEqual([expect.stringContaining('ends the first session') as string]);
  expect(second).toMatchObject({ logIns: 1, notes: [] });
  expect(second?.updated).toContain('/c');
});

test('so is one that ends the first session a little later', async () => {
  const [first, second] = await trackedWiki(2, { endsOthersAfter: 4 });
  expect(first?.logIns).toBeLessThanOrEqual(3);
  expect(first?.notes).toEqual([expect.stringContaining('do not last beside each other') as string]);
  expect(second).toMatchObject({ logIns: 1, notes: [] });
});

test('a refused second log-in is not tried again', async () => {
  const [first, second] = await trackedWiki(2, { mostLogIns: 1 });
  expect(first).toMatchObject({ logIns: 2, notes: [expect.stringContaining('is refused')] });
  expect(second).toMatchObject({ logIns: 1 });
});

test('with a password over HTTP another visitor has the same password', async () => {
  const session = 'session: { login: { basic: { user: kim, password: { env: WIKI } } } }';
  const [, second, third] = await trackedWiki(3, { isBasic: true, session });
  expect(second).toMatchObject({ same: 6, updated: [] });
  expect(third).toMatchObject({ updated: ['/c'] });
});

test('cookies that were given by hand are one session: the same visitor makes further fetches', async () => {
  const [, second, third] = await trackedWiki(3, { session: 'session: { cookies: cookies.txt }' });
  expect(second).toMatchObject({ same: 6, logIns: 0 });
  expect(third).toMatchObject({ updated: ['/c'] });
});
