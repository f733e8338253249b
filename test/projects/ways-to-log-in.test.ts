import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addProject, crawlSite } from '../../src/app/index.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { keptPaths, readBack } from '../crawl/crawl-scenario.ts';
import { linkPage, pagesOf, type SeenRequest, type SiteServer, serveSite } from '../sites/site-server.ts';

let folder: string;
let store: Store;
let server: SiteServer;

/** Three pages for those whom `knows` lets in. */
async function serve(knows: (headers: SeenRequest['headers']) => boolean, challenge?: string): Promise<void> {
  server = await serveSite(({ target, headers }, response) => {
    if (target === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const isIn = knows(headers);
    response.writeHead(isIn || challenge === undefined ? 200 : 401, {
      'content-type': 'text/html',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    });
    response.end(isIn ? `${linkPage('/a', '/b', '/log-out')} Hello kim` : 'Who are you?');
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

async function run(session: string, signal = new AbortController().signal) {
  const text = `name: private\nsource: ${server.origin}/\n${session}\n`;
  await addProject(store, { text, fileName: 'private.yaml', folder });
  const environment = (name: string) => (name === 'TOKEN' ? 'opensesame' : undefined);
  const ending = await crawlSite(store, {
    project: 'private',
    url: null,
    settings: {},
    signal,
    environment,
    onEvent: () => undefined,
  });
  return { ending, ...(await readBack(store, 'private')) };
}

const signs = 'loggedInWhen: Hello kim';

test('a password that HTTP asks for', async () => {
  const authorization = `Basic ${Buffer.from('kim:opensesame').toString('base64')}`;
  await serve((headers) => headers.authorization === authorization, 'Basic realm="x"');
  const outcome = await run(
    `session: { login: { basic: { user: kim, password: { env: TOKEN } } }, ${signs} }`,
  );
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
});

test('a token', async () => {
  await serve((headers) => headers.authorization === 'Bearer opensesame');
  const outcome = await run(`session: { login: { bearer: { env: TOKEN } }, ${signs} }`);
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
});

test('cookies of a file that stands beside the project', async () => {
  await serve((headers) => headers.cookie === 'sid=opensesame');
  await writeFile(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\topensesame\n');
  const outcome = await run(`session: { cookies: cookies.txt, ${signs} }`);
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
});

test('cookies that no longer log in stop the run before anything is kept', async () => {
  await serve(() => false);
  await writeFile(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\told\n');
  await expect(run(`session: { cookies: cookies.txt, ${signs} }`)).rejects.toMatchObject({
    code: 'CRAWL_STEP_FAILED',
    message: expect.stringContaining('do not log in'),
  });
  expect((await readBack(store, 'private')).kept.size).toBe(0);
});

test('outside of its hours a project asks for nothing, and can be interrupted', async () => {
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

test('a form that would put a secret into an address, where it would be kept, is refused', async () => {
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
