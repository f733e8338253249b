import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';

const PAGES = shortOrLong(45, 200);
const BYTES = 19 * 1024 * 1024;
/** Without a limit, a crawl of such a site had 1,680 MiB after a minute, and grew. */
const MOST_MEMORY = 1200;

/** Packed, it is smaller by a factor that honest servers reach. */
const words = Array.from({ length: 4000 }, (_, n) => `word${(n * 7919) % 10_007}`).join(' ');
const body = Buffer.from(
  `<!doctype html><title>large</title><p>${words.repeat(Math.floor(BYTES / words.length))}`,
);
const packed = gzipSync(body);

// In a process of its own: the memory of this one also holds Vitest, and the site.
test('many pages of 19 MB, every other one packed and all asked for at once, take bounded memory', {
  timeout: 600_000,
}, async () => {
  const site = createServer(({ url }, response) => {
    const isPacked = url !== '/' && Number(url?.slice(1)) % 2 === 0;
    response.writeHead(200, {
      'content-type': 'text/html',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    const links = Array.from({ length: PAGES }, (_each, n) => `<a href="/${n}">page ${n}</a>`);
    response.end(url === '/' ? links.join(' ') : isPacked ? packed : body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-large-'));
  try {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const script = join(import.meta.dirname, 'crawl-large-pages.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, url, folder]);
    const { memoryMb, ...ending } = JSON.parse(stdout) as { readonly memoryMb: number };
    expect(ending).toEqual({ state: 'finished', pages: PAGES + 1 });
    expect(memoryMb).toBeLessThan(MOST_MEMORY);
  } finally {
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
