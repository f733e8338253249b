import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { FetchError } from '../errors.ts';
import type { ListingSpider } from '../protocol/protocol.ts';
import { walkTree } from '../protocol/walk-tree.ts';
import { fileProtocol } from './file-protocol.ts';

const folderToUrl = (path: string): string => `${pathToFileURL(path).href}/`;

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
  mkdirSync(join(root, 'lines'));
  writeFileSync(join(root, 'lines', 'two\r\nlines'), 'lines');
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
    'file lines/two%0D%0Alines',
    'folder lines/',
    'file sub/page.html',
    'folder sub/',
  ]);
  expect(await read(spider, `${url}lines/two%0D%0Alines`)).toBe('lines');
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

test('entries have a kind, and files a size and a time', async () => {
  const url = folderToUrl(root);
  utimesSync(join(root, 'sub', 'page.html'), 1_600_000_000, 1_600_000_000.5);
  const spider = await visit(root, null);
  const { entries } = await spider.list(url);
  expect(entries.map(({ name, kind, size }) => [name, kind, size])).toEqual([
    ['caf%E9', 'file', 5],
    ['dangling', 'link', null],
    ['latest', 'file', 8],
    ['lines', 'folder', null],
    ['loop', 'link', null],
    ['pipe', 'other', null],
    ['sub', 'folder', null],
  ]);
  expect((await spider.list(`${url}sub/`)).entries).toEqual([
    {
      name: 'page.html',
      kind: 'file',
      size: 8,
      modified: { at: 1_600_000_000_500, unit: 1 },
      hash: null,
    },
  ]);
});

test('a large folder and a large file are complete', async () => {
  const many = join(base, 'many');
  mkdirSync(many);
  const names = Array.from({ length: 200 }, (_, place) => `f${place}`).toSorted();
  for (const name of names) writeFileSync(join(many, name), '');
  const content = Buffer.from(Array.from({ length: 700_000 }, (_, place) => (place * 7) & 255));
  writeFileSync(join(many, names[0] ?? ''), content);
  const spider = await visit(many, null);
  const { entries, problems } = await spider.list(folderToUrl(many));
  expect(entries.map(({ name }) => name)).toEqual(names);
  expect(problems).toEqual([]);
  const options = { offset: 1, signal: new AbortController().signal };
  const pieces = await Array.fromAsync(spider.fetch(`${folderToUrl(many)}${names[0]}`, options));
  expect(Buffer.concat(pieces).equals(content.subarray(1))).toBe(true);
});

test('a spider that starts at a file visits its folder', async () => {
  const url = `${folderToUrl(join(root, 'sub'))}page.html`;
  const spider = await fileProtocol({ allowedRoots: [root] }).start({ url });
  expect(await read(spider, url)).toBe('<p>hello');
  expect((await spider.list(folderToUrl(join(root, 'sub')))).entries).toHaveLength(1);
  expect(await failureCode(spider.list(folderToUrl(root)))).toBe('FETCH_OUTSIDE_ROOT');
});

test('what the file system refuses has a code', async () => {
  const folder = join(base, 'refusals');
  mkdirSync(folder);
  symlinkSync('itself', join(folder, 'itself'));
  writeFileSync(join(folder, 'file'), '');
  const url = folderToUrl(folder);
  const spider = await visit(folder, null);
  expect(await failureCode(read(spider, `${url}itself`))).toBe('FETCH_LINK_LOOP');
  expect(await failureCode(spider.list(`${url}file/`))).toBe('FETCH_NOT_FOUND');
  const { entries, problems } = await spider.list(url);
  expect(entries.map(({ name }) => name)).toEqual(['file']);
  expect(problems.map(({ code }) => code)).toEqual(['FETCH_LINK_LOOP']);
});

// Root may read everything.
test.skipIf(process.getuid?.() === 0)('a folder that may not be read is a failure', async () => {
  const folder = join(base, 'closed');
  mkdirSync(folder, { mode: 0o000 });
  onTestFinished(() => chmodSync(folder, 0o700));
  const spider = await visit(base, null);
  expect(await failureCode(spider.list(folderToUrl(folder)))).toBe('FETCH_PERMISSION');
});

test('the signal ends a transfer', async () => {
  const spider = await visit(root, null);
  const reason = new FetchError('FETCH_ABORTED', 'given up');
  const options = { offset: 0, signal: AbortSignal.abort(reason) };
  const work = Array.fromAsync(spider.fetch(`${folderToUrl(root)}latest`, options));
  expect(await failureCode(work)).toBe('FETCH_ABORTED');
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
