import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCodeOf, objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';
import { linkPage, type SeenRequest, type SiteServer, serveSite } from '../sites/site-server.ts';

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

/** 200 pages. The answer to the given one waits until it is let go. */
async function serveHolding(held: string) {
  let release = (): void => undefined;
  const holding = Promise.withResolvers<void>();
  const answer = ({ target }: SeenRequest, end: (body: string) => void): void => {
    const number = Number(target.slice(1));
    end(linkPage(...all.slice(number * 3 + 1, number * 3 + 4)));
  };
  server = await serveSite((request, response) => {
    const end = (body: string) => {
      response.writeHead(request.target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(body);
    };
    if (request.target !== held) return answer(request, end);
    release = () => answer(request, end);
    holding.resolve();
  });
  return { whenHeld: holding.promise, release: () => release() };
}

async function listed(): Promise<readonly string[]> {
  const pages = objectsOf(await runTidemark(['ls', 'held', '--json', '--data', data])) as { url: string }[];
  return pages.map(({ url }) => new URL(url).pathname);
}

test('Ctrl-C finishes what is under way, says how to go on, and going on completes the set', async () => {
  const { whenHeld, release } = await serveHolding('/60');
  const args = ['crawl', `${server.origin}/0`, '--project', 'held', '--concurrency', '4', '--data', data];
  const child = startTidemark(args);
  const [stdout, stderr, exit] = [text(child.stdout), text(child.stderr), exitCodeOf(child)];
  await whenHeld;
  child.kill('SIGINT');
  // It has heard us when it says so; only then the page under way is answered.
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => undefined, 1000);
    child.stderr.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('Finishing')) return;
      clearInterval(timer);
      resolve();
    });
  });
  release();
  expect(await exit).toBe(130);
  expect(await stderr).toContain('press Ctrl-C again');
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

test('a second Ctrl-C ends at once; nothing that was committed is lost', async () => {
  const { whenHeld } = await serveHolding('/60');
  const args = ['crawl', `${server.origin}/0`, '--project', 'held', '--data', data];
  const child = startTidemark(args);
  const exit = exitCodeOf(child);
  child.stdout.resume();
  await whenHeld;
  child.kill('SIGINT');
  await once(child.stderr, 'data');
  // The same key press may come twice within a moment; ask until it counts as a second one.
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

test('a finished project is visited anew, in full', async () => {
  const { release } = await serveHolding('/none');
  release();
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
