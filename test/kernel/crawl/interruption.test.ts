import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkPage, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { exitCodeOf, objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';

let data: string;
let server: SiteServer;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-crawl-'));
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const all = Array.from({ length: 200 }, (_, number) => `/${number}`);

/** 200 pages. From the request for the given page on, all requests wait until they are released. */
async function serveHolding(held: string) {
  const holding = Promise.withResolvers<void>();
  let waiting: (() => void)[] | null = null;
  server = await serveSite(({ target }, response) => {
    const number = Number(target.slice(1));
    const answer = () => {
      response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(linkPage(...all.slice(number * 3 + 1, number * 3 + 4)));
    };
    if (target === held) {
      waiting = [];
      holding.resolve();
    }
    if (waiting === null) answer();
    else waiting.push(answer);
  });
  const release = () => {
    for (const answer of waiting ?? []) answer();
    waiting = null;
  };
  return { whenHeld: holding.promise, release };
}

/** Resolves when a program has printed the words. */
function said(stream: Readable, words: string): Promise<void> {
  return new Promise((resolve) => {
    let heard = '';
    stream.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (heard.includes(words)) resolve();
    });
  });
}

async function listed(): Promise<readonly string[]> {
  const pages = objectsOf(await runTidemark(['ls', 'held', '--json', '--data', data])) as { url: string }[];
  return pages.map(({ url }) => new URL(url).pathname);
}

test('Ctrl-C finishes requests under way and says how to resume; resuming completes the set', async () => {
  const { whenHeld, release } = await serveHolding('/60');
  const args = [
    'crawl',
    `${server.origin}/0`,
    '--project',
    'held',
    '--concurrency',
    '4',
    '--no-twin',
    '--data',
    data,
  ];
  const child = startTidemark(args);
  const [stdout, exit] = [text(child.stdout), exitCodeOf(child)];
  const heard = said(child.stderr, 'press Ctrl-C again');
  await whenHeld;
  child.kill('SIGINT');
  // Pages under way are answered only after it has said that it is stopping.
  await heard;
  release();
  expect(await exit).toBe(130);
  expect(await stdout).toMatch(/^Paused: interrupted\./);
  expect(await stdout).toContain('tidemark crawl --project held');
  const before = await listed();
  expect(before).toContain('/60');
  expect(before.length).toBeLessThan(200);

  const resumed = await runTidemark(['crawl', '--project', 'held', '--data', data]);
  expect(resumed.exitCode).toBe(0);
  expect(resumed.stderr).toContain('going on with run 1');
  expect([...(await listed())].sort()).toEqual([...all].sort());
  expect([...server.pages()].sort()).toEqual([...all].sort());
});

test('a second Ctrl-C ends at once, whatever the server does', async () => {
  const { whenHeld } = await serveHolding('/60');
  const args = ['crawl', `${server.origin}/0`, '--project', 'held', '--data', data];
  const child = startTidemark(args);
  const exit = exitCodeOf(child);
  child.stdout.resume();
  const heard = said(child.stderr, 'press Ctrl-C again');
  await whenHeld;
  child.kill('SIGINT');
  await heard;
  // Two signals in quick succession count as one key press, so this repeats until one counts as the second.
  const asking = setInterval(() => child.kill('SIGINT'), 100);
  expect(await exit).toBe(130);
  clearInterval(asking);
});

test('a second writer is refused with the owner named, while reading works', async () => {
  const { whenHeld, release } = await serveHolding('/60');
  const args = ['crawl', `${server.origin}/0`, '--project', 'held', '--data', data];
  const child = startTidemark(args);
  const exit = exitCodeOf(child);
  child.stdout.resume();
  child.stderr.resume();
  await whenHeld;
  const second = await runTidemark([...args, '--json']);
  expect(second.exitCode).toBe(1);
  const { error } = JSON.parse(second.stderr) as { error: { code: string; message: string } };
  expect(error.code).toBe('STORE_LOCKED');
  expect(error.message).toContain('tidemark crawl');
  expect(error.message).toContain(String(child.pid));
  const during = await listed();
  expect(during).toContain('/0');
  expect(during).not.toContain('/60');
  const shown = await runTidemark(['show', `${server.origin}/0`, '--text', '--data', data]);
  expect(shown.stdout).toContain('/1');
  release();
  expect(await exit).toBe(0);
  expect(await listed()).toHaveLength(200);
});

test('a finished project is visited again in full', async () => {
  await serveHolding('/none');
  const first = await runTidemark([
    'crawl',
    `${server.origin}/0`,
    '--project',
    'held',
    '--concurrency',
    '8',
    '--data',
    data,
  ]);
  expect(first.stdout).toMatch(/^Finished\. 200 pages/);
  server.forget();
  const second = await runTidemark(['crawl', '--project', 'held', '--data', data]);
  expect(second.stderr).toContain('held: run 2');
  expect(second.stdout).toMatch(/^Finished\. 200 pages/);
  expect([...server.pages()].sort()).toEqual([...all].sort());
  expect(await listed()).toHaveLength(200);
});
