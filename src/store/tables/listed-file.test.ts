import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/databases/sample-records.ts';
import { type Databases, databaseKinds, startDatabases } from '../../../test/databases/store-databases.ts';
import { openStore, packContent, type Store } from '../index.ts';

describe.each(databaseKinds)('files of a listing on %s', (kind) => {
  let databases: Databases;
  let store: Store;
  let folder: string;

  beforeAll(async () => {
    databases = await startDatabases(kind);
    folder = await mkdtemp(join(tmpdir(), 'tidemark-bodies-'));
  });
  afterAll(async () => {
    await databases.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    store = await openStore({ ...(await databases.fresh()), access: 'write' });
  });
  afterEach(() => store.close());

  async function onePage() {
    const run = await startRun(store);
    await run.commit({ discovered: [discovered('/file')] });
    const [page] = await store.frontier.next(run.runId, 'example.org', null, 1);
    return { ...run, pageId: page?.id ?? 0 };
  }

  /** A body in a file, as a receiver leaves it. */
  async function bodyFile(body: Buffer) {
    const path = join(folder, randomBytes(8).toString('hex'));
    await writeFile(path, body);
    const sha256 = createHash('sha256').update(body).digest();
    return { path, sha256, bytes: body.length, type: null };
  }

  test('how a file was listed is kept, and replaced by the next listing', async () => {
    const { pageId, commit } = await onePage();
    const bare = { pageId, size: null, modified: null, hash: null, listedAt: 1 };
    await commit({ listed: [bare] });
    expect(await store.listings.find([pageId, pageId + 1])).toEqual([bare]);
    const full = { pageId, size: 5e9, modified: { at: 7, unit: 60_000 }, hash: 'md5:1', listedAt: 2 };
    await commit({ listed: [full] });
    expect(await store.listings.find([pageId])).toEqual([full]);
  });

  test('a body in a file is taken over, and the file is gone after the commit', async () => {
    const { pageId, commit } = await onePage();
    const body = randomBytes(3_000_000);
    const file = await bodyFile(body);
    await commit({ visits: [visit(pageId, { sha256: file.sha256 })], files: [file] });
    expect(existsSync(file.path)).toBe(false);
    expect(body.equals(await store.contents.read(file.sha256))).toBe(true);
  });

  test('a body that is kept in another form already stays as it is', async () => {
    const { pageId, commit } = await onePage();
    const body = Buffer.alloc(3_000_000, 'tide');
    await commit({ contents: [packContent(body, 'text/plain')] });
    const file = await bodyFile(body);
    await commit({ visits: [visit(pageId, { sha256: file.sha256 })], files: [file] });
    expect(existsSync(file.path)).toBe(false);
    expect(body.equals(await store.contents.read(file.sha256))).toBe(true);
  });
});
