import { randomBytes } from 'node:crypto';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRun } from '../../../test/kernel/database/sample-records.ts';
import { type Databases, startDatabases } from '../../../test/kernel/database/store-databases.ts';
import { packContent } from '../content/packed-content.ts';
import { openStore } from '../open-store.ts';
import { requireSqlite } from './open-sqlite.ts';

describe('a store in a folder', () => {
  let databases: Databases;
  let folder: string;
  const open = (access: 'read' | 'write' = 'write') => openStore({ kind: 'sqlite', folder, access });

  beforeAll(async () => {
    databases = await startDatabases('sqlite');
  });
  afterAll(() => databases.stop());
  beforeEach(async () => {
    const place = await databases.fresh();
    folder = place.kind === 'sqlite' ? place.folder : '';
  });

  test('is in WAL mode, so that readers and the writer do not wait for each other', async () => {
    const store = await open();
    const file = new DatabaseSync(join(folder, 'tidemark.db'), { readOnly: true });
    expect(file.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    file.close();
    await store.close();
  });

  test('a large body is a file named by its hash, compressed, and kept once', async () => {
    const store = await open();
    const { commit } = await startRun(store);
    const packed = packContent(Buffer.alloc(4_000_000, 'tidemark '), 'text/plain');
    await commit({ contents: [packed] });
    await commit({ contents: [packed] });
    const name = Buffer.from(packed.sha256).toString('hex');
    expect(await readdir(join(folder, 'content'))).toEqual([name.slice(0, 2)]);
    expect(await readdir(join(folder, 'content', name.slice(0, 2)))).toEqual([name.slice(2)]);
    expect(packed.encoding).toBe('zstd');
    await store.close();
  });

  test('a large body whose file is cut or gone is a typed error', async () => {
    const store = await open();
    const { commit } = await startRun(store);
    const packed = packContent(randomBytes(2_000_000), null);
    await commit({ contents: [packed] });
    const name = Buffer.from(packed.sha256).toString('hex');
    const file = join(folder, 'content', name.slice(0, 2), name.slice(2));
    await truncate(file, 1_000_000);
    await expect(store.contents.read(packed.sha256)).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
    await rm(file);
    await expect(store.contents.read(packed.sha256)).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
    // The next visit with the same body repairs it.
    await commit({ contents: [packed] });
    expect((await store.contents.read(packed.sha256)).length).toBe(2_000_000);
    await store.close();
  });

  test('what a killed writer left half-written is removed by the next one', async () => {
    await (await open()).close();
    await writeFile(join(folder, 'content', 'abcd.1.1.unfinished'), 'half');
    await (await open()).close();
    expect(await readdir(join(folder, 'content'))).toEqual([]);
  });

  test('a closed store leaves what a reader needs where nothing can be written', async () => {
    await (await open()).close();
    expect((await readdir(folder)).sort()).toEqual(
      expect.arrayContaining(['tidemark.db', 'tidemark.db-shm', 'tidemark.db-wal']),
    );
  });

  test('a file that is not a database is a typed error, and the lock is given back', async () => {
    await writeFile(join(folder, 'tidemark.db'), randomBytes(8192));
    for (const access of ['write', 'write', 'read'] as const) {
      await expect(open(access)).rejects.toMatchObject({ code: 'STORE_DAMAGED', decision: 'stop' });
    }
  });
});

describe('the version of SQLite', () => {
  test.each(['3.51.3', '3.51.10', '3.52.0', '4.0.0'])('%s is accepted', (version) => {
    expect(() => requireSqlite(version)).not.toThrow();
  });
  test.each(['3.51.2', '3.50.9', '2.99.99'])('%s is refused', (version) => {
    expect(() => requireSqlite(version)).toThrow(expect.objectContaining({ code: 'STORE_SQLITE_TOO_OLD' }));
  });
});
