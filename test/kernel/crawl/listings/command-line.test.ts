import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../features/projects/run-command.ts';
import { FileTree } from './file-tree.ts';

let tree: FileTree;
let data: string;

beforeEach(() => {
  tree = new FileTree();
  data = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
});
afterEach(() => {
  tree.close();
  rmSync(data, { recursive: true, force: true });
});

const tidemark = (...args: readonly string[]) => runCommand([...args, '--data', data]);

test('a folder is tracked by its path, and every command knows its files', async () => {
  const name = basename(tree.folder);
  tree.write('a b.txt', 'High water at six.');
  tree.write('old.txt', 'a file that will move');
  expect((await tidemark('crawl', tree.folder)).stdout).toMatch(/^Finished\. 2 pages, 0 errors/);
  tree.write('a b.txt', 'High water at seven.');
  tree.remove('old.txt');
  tree.write('new.txt', 'a file that will move');
  const reported = (await tidemark('track', tree.folder)).stdout;
  expect(reported).toMatch(/^1 of 2 pages changed, 1 is new, 1 is gone\.\n/);
  expect(reported).toContain('High water at [-six-] {+seven+}.');

  const report = await tidemark('report', name, '--all');
  expect(report.stdout).toMatch(/UPD +\d+ +file:.*a%20b\.txt/);
  expect(report.stdout).toContain('renamed from');
  expect((await tidemark('ls', name)).stdout).toContain('new.txt');
  const url = `${tree.url}a%20b.txt`;
  expect((await tidemark('show', url, '--text')).stdout).toBe('High water at seven.\n');
  expect((await tidemark('diff', join(tree.folder, 'a b.txt'))).stdout).toContain('{+seven+}');
  expect((await tidemark('explain', url)).stdout).toMatch(/UPD +1 paragraph changed: different words/);
  expect((await tidemark('track', name)).stdout).toBe('Nothing changed on 2 pages.\n');
});

test('what is neither an address nor a folder is refused', async () => {
  const { exitCode, stderr } = await tidemark('crawl', './no-such-folder');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('is neither an address nor a folder');
  expect((await tidemark('crawl', 'gopher://example.org/')).stderr).toContain('FETCH_SCHEME_UNKNOWN');
});
