import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bodyFiles } from '../content/large-bodies.ts';
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

test.skipIf(process.platform === 'win32')(
  'everything in it is for its owner only, whatever the umask says',
  async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const own = join(folder, 'own');
    const store = await open(own, 'write');
    const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const names = readdirSync(own, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(
      expect.arrayContaining(['tidemark.db', 'tidemark.db-wal', 'content', 'writer.json']),
    );
    for (const name of names)
      expect([name, rights(join(own, name))]).toEqual([
        name,
        statSync(join(own, name)).isDirectory() ? '700' : '600',
      ]);
    expect(rights(own)).toBe('700');
    await store.close();
  },
);

test.skipIf(process.platform === 'win32')(
  'a body that is a file of its own is for its owner only',
  async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const own = join(folder, 'bodies');
    const files = bodyFiles({ folder: own, used: async () => 0 });
    mkdirSync(join(own, 'content'), { recursive: true });
    const sha256 = createHash('sha256').update('x').digest();
    await files.keep(undefined as never, { sha256, storedBytes: 1, source: Buffer.from('x') });
    const [made = ''] = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(own, name)).isFile(),
    );
    expect((statSync(join(own, made)).mode & 0o777).toString(8)).toBe('600');
  },
);
