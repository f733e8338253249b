import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureCode } from '../../../test/servers/loopback-fetcher.ts';
import type { ListingSpider } from '../protocol/listing-spider.ts';
import { walkTree } from '../protocol/walk-tree.ts';
import { fileProtocol, folderToUrl } from './file-protocol.ts';

let base = '';
let root = '';
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'tidemark-file-'));
  root = join(base, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside', 'secret.txt'), 'secret');
  writeFileSync(join(root, 'sub', 'page.html'), '<p>hello');
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'caf')), Buffer.from([0xe9])]), 'latin');
  symlinkSync('sub/page.html', join(root, 'latest'));
  symlinkSync('.', join(root, 'loop'));
  symlinkSync('../outside/secret.txt', join(root, 'file-out'));
  symlinkSync('../outside', join(root, 'folder-out'));
  symlinkSync('nowhere', join(root, 'dangling'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function visit(folder: string, allowedRoots: readonly string[] | null): Promise<ListingSpider> {
  const spider = await fileProtocol({ allowedRoots }).start({ url: folderToUrl(folder) });
  return spider;
}

const read = async (spider: ListingSpider, url: string, offset = 0) =>
  Buffer.concat(
    await Array.fromAsync(spider.fetch(url, { offset, signal: new AbortController().signal })),
  ).toString();

test('a tree is listed with exact names, and nothing leads out of it', async () => {
  const spider = await visit(root, null);
  const url = folderToUrl(root);
  const items = await Array.fromAsync(walkTree(spider, url));
  expect(items.map((found) => `${found.item} ${found.url.slice(url.length)}`)).toEqual([
    'file caf%E9',
    'file latest',
    'problem file-out',
    'problem folder-out',
    'folder ',
    'file sub/page.html',
    'folder sub/',
  ]);
  expect(await read(spider, `${url}caf%E9`)).toBe('latin');
  expect(await read(spider, `${url}latest`, 3)).toBe('hello');
});

test('a link that leads out of the root is not followed', async () => {
  const spider = await visit(root, null);
  const url = folderToUrl(root);
  expect(await failureCode(read(spider, `${url}file-out`))).toBe('FETCH_OUTSIDE_ROOT');
  expect(await failureCode(read(spider, `${url}folder-out/secret.txt`))).toBe('FETCH_OUTSIDE_ROOT');
  expect(await failureCode(spider.list(`${url}folder-out/`))).toBe('FETCH_OUTSIDE_ROOT');
  expect(await failureCode(read(spider, `${folderToUrl(base)}outside/secret.txt`))).toBe(
    'FETCH_OUTSIDE_ROOT',
  );
});

test('a server reads only the folders that its operator allows', async () => {
  await expect(visit(join(root, 'sub'), [root])).resolves.toBeDefined();
  expect(await failureCode(visit(join(base, 'outside'), [root]))).toBe('FETCH_OUTSIDE_ROOT');
  expect(await failureCode(visit(join(root, 'folder-out'), [root]))).toBe('FETCH_OUTSIDE_ROOT');
  expect(await failureCode(visit(root, []))).toBe('FETCH_OUTSIDE_ROOT');
  // A name that only begins like an allowed one.
  mkdirSync(`${root}-two`);
  expect(await failureCode(visit(`${root}-two`, [root]))).toBe('FETCH_OUTSIDE_ROOT');
});

test('a pipe does not block us, and what is not a file is a failure', async () => {
  const spider = await visit(root, null);
  const url = folderToUrl(root);
  expect(await failureCode(read(spider, `${url}pipe`))).toBe('FETCH_UNAVAILABLE');
  expect(await failureCode(read(spider, `${url}sub`))).toBe('FETCH_UNAVAILABLE');
  expect(await failureCode(read(spider, `${url}none`))).toBe('FETCH_NOT_FOUND');
  expect(await failureCode(fileProtocol({ allowedRoots: null }).start({ url: 'file://host/share/' }))).toBe(
    'FETCH_URL_INVALID',
  );
});
