import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from './open-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-folder-'));
const file = join(folder, 'a-file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

const open = (path: string, access: 'write' | 'read') =>
  openSqliteStore({ kind: 'sqlite', folder: path, access });

test('folders above it are made', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await (await open(deep, 'write')).close();
  expect(statSync(join(deep, 'content')).isDirectory()).toBe(true);
});

test.each([file, join(file, 'inside')])('%s is a file, or inside one', async (path) => {
  await expect(open(path, 'write')).rejects.toMatchObject({
    code: 'STORE_FOLDER_INVALID',
    message: `The data folder ${path} is a file, or is inside one. Choose another one with --data or TIDEMARK_DATA.`,
  });
});

test('a file has no data to read', async () => {
  await expect(open(file, 'read')).rejects.toMatchObject({ code: 'STORE_FOLDER_INVALID' });
});

// A system without /proc has nothing like it.
const places = ['/proc/x', '/proc/x/y'].filter(() => existsSync('/proc/self'));
test('where no folders can be made, the answer comes at once', async () => {
  for (const path of places)
    await expect(open(path, 'write')).rejects.toMatchObject({
      code: 'STORE_FOLDER_INVALID',
      message: `The data folder ${path} cannot be made: nothing can be stored there. Choose another one with --data or TIDEMARK_DATA.`,
    });
});
