import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { exitCodeOf, type Finished, objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';

let data: string;
let server: SiteServer;
let plain: Finished;

const site = {
  '/robots.txt': 'User-agent: *\nDisallow: /closed',
  '/': linkPage(
    '/a',
    '/gone',
    '/also-gone',
    '/closed',
    'mailto:a@b.c',
    'http://[',
    'https://example.invalid/',
    '/film.mp4',
  ),
  '/a': `${linkPage('/b')}<p>größe\u001b]0;owned\u0007\u009b2J`,
  '/b': '<a rel=nofollow href=/c>x</a>',
};

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-crawl-'));
  server = await serveSite(pagesOf(site));
  plain = await crawlAs('plain');
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const crawlAs = (project: string, ...options: readonly string[]): Promise<Finished> =>
  runTidemark(['crawl', `${server.origin}/`, '--project', project, '--data', data, ...options]);

test('the summary counts pages and errors, and has a table of what was left out and why', () => {
  const { exitCode, stdout, stderr } = plain;
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Finished\. 3 pages, 2 errors, /);
  expect(stdout).toMatch(/^2 +404 +http:\/\/127\.0\.0\.1:\d+\/gone$/m);
  for (const reason of [
    'robots.txt',
    'nofollow',
    'unsupported scheme',
    'outside scope',
    'not a URL',
    'file extension',
  ]) {
    expect(stdout).toMatch(new RegExp(`^1 +${reason} +\\S+$`, 'm'));
  }
  expect(stderr).toContain('plain: run 1');
  expect(stderr).toContain('tidemark ls plain');
});

test('in a pipe there is no live line and no colour', () => {
  const { stdout, stderr } = plain;
  expect(`${stdout}${stderr}`).not.toContain('\u001b');
  expect(`${stdout}${stderr}`).not.toContain('\r');
});

test('on a terminal there is a live line, and it is gone at the end', async () => {
  const terminal = 'Object.assign(process.stderr, { isTTY: true, columns: 60 })';
  const liveLine = /^pages: \d+ \([\d.]+\/s\), queued: \d+/;
  const shown = Promise.withResolvers<void>();
  const held = await serveSite((request, response) => {
    const answer = () => pagesOf(site)(request, response);
    // The crawl stays under way until the live line has been seen.
    if (request.target === '/a') void shown.promise.then(answer);
    else answer();
  });
  const child = startTidemark(['crawl', `${held.origin}/`, '--data', data], {
    TERM: 'xterm',
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(terminal)}"`,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (written: string) => {
    stderr += written;
    if (stderr.split('\r\u001b[K').some((line) => liveLine.test(line))) shown.resolve();
  });
  const [stdout] = await Promise.all([text(child.stdout), exitCodeOf(child)]);
  await held.close();
  expect(stdout).toMatch(/^Finished\. 3 pages/);
  const lines = stderr.split('\r\u001b[K');
  const live = lines.filter((line) => liveLine.test(line)).map((line) => line.split('\n')[0] ?? '');
  expect(live.length).toBeGreaterThan(0);
  expect(Math.max(...live.map(({ length }) => length))).toBeLessThan(60);
  expect(lines.at(-1)).not.toMatch(/queued/);
});

test('--quiet prints only the summary', async () => {
  const { stdout, stderr } = await crawlAs('quiet', '--quiet');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Finished\. 3 pages/);
});

test('--json prints one event per line, from start to end', async () => {
  const finished = await crawlAs('json', '--json');
  const events = objectsOf(finished) as { event: string; url?: string; outcome?: string }[];
  expect(finished.stderr).toBe('');
  expect(events[0]).toEqual({
    event: 'started',
    project: 'json',
    run: 1,
    resumed: false,
    queued: expect.any(Number),
  });
  expect(events.at(-1)).toMatchObject({
    event: 'ended',
    state: 'finished',
    reason: null,
    pages: 3,
    errors: 2,
    queued: 0,
  });
  const pages = events.filter(({ event }) => event === 'page');
  expect(pages).toHaveLength(6);
  expect(pages.find(({ url }) => url?.endsWith('/closed'))).toMatchObject({
    outcome: 'left-out',
    status: null,
  });
  expect(pages.find(({ url }) => url?.endsWith('/gone'))).toMatchObject({ outcome: 'error', status: 404 });
});

test('ls prints one line per page for programs; show and export print what was kept', async () => {
  const listed = objectsOf(await runTidemark(['ls', 'plain', '--json', '--data', data])) as Record<
    string,
    unknown
  >[];
  expect(listed.map(({ url }) => new URL(String(url)).pathname).sort()).toEqual(['/', '/a', '/b']);
  for (const page of listed) {
    expect(Object.keys(page)).toEqual(['url', 'identity', 'status', 'flag', 'type', 'bytes', 'sha256']);
    expect(page).toMatchObject({
      status: 200,
      type: 'text/html',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  }
  const show = (...options: readonly string[]) =>
    runTidemark(['show', `${server.origin}/a`, '--project', 'plain', '--data', data, ...options]);
  expect((await show('--body')).stdout).toBe(site['/a']);
  expect((await show('--text')).stdout).toContain('größe\u{fffd}]0;owned\u{fffd}\u{fffd}2J');
  expect((await show('--headers')).stdout).toMatch(/^content-type: text\/html; charset=utf-8$/m);
  const warc = join(data, 'plain.warc');
  expect(await runTidemark(['export', 'plain', '--warc', warc, '--data', data])).toMatchObject({
    exitCode: 0,
  });
  const archived = await readFile(warc, 'utf8');
  expect(archived).toMatch(/^WARC\/1\.1\r\n/);
  for (const path of ['/', '/a', '/b'])
    expect(archived).toContain(`WARC-Target-URI: ${server.origin}${path}\r\n`);
  expect(archived).toContain(site['/a']);
});

test.each([
  [['crawl'], 2, /say where to start/],
  [['crawl', '--project', 'nothing-yet'], 2, /CRAWL_NO_START/],
  [['crawl', 'http://example.org/', '--depth', '-1'], 2, /--depth/],
  [['crawl', 'http://example.org/', '--max-time', 'soon'], 2, /--max-time/],
  [['crawl', 'http://example.org/', '--proxy', 'ftp://x'], 2, /APP_PROXY_INVALID/],
  [['crawl', 'http://example.net/', '--scope', 'http://'], 2, /PROJECT_SCOPE_PREFIX_INVALID/],
  [['ls', 'nothing-yet'], 2, /there is no project "nothing-yet"/],
  [['show', 'http://example.org/'], 2, /no project has the page/],
])('%j is refused with a reason', async (args, exitCode, message) => {
  const finished = await runTidemark([...args, '--data', data]);
  expect(finished).toMatchObject({ exitCode, stdout: '' });
  expect(finished.stderr).toMatch(message);
});
