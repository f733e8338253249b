import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { rawDatabase } from '../../../test/kernel/database/raw-database.ts';
import { type S3Server, s3Keys, startS3 } from '../../../test/kernel/database/s3-server.ts';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { sharedPostgres } from '../../../test/kernel/database/shared-postgres.ts';
import { restoreStore } from '../../features/backup/restore-store.ts';
import { type PackedContent, packContent } from '../content/packed-content.ts';
import { openStore } from '../open-store.ts';
import { postgresBodies } from '../postgres/postgres-bodies.ts';
import type { Store } from '../store.ts';
import { ObjectNames } from './object-names.ts';
import { ObjectWriter } from './object-writer.ts';
import { s3Objects } from './s3-objects.ts';

const dying = fileURLToPath(new URL('../../../test/kernel/database/die-in-commit.ts', import.meta.url));
const postgres = sharedPostgres();
let s3: S3Server;
let url: string;

beforeAll(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await postgres.stop();
});
beforeEach(async () => {
  s3 = await startS3();
  url = await postgres.createStore();
});
afterEach(() => s3.stop());

/** Closed when the test ends. */
async function opened(where: 'objects' | 'database'): Promise<Store> {
  const bodies = where === 'objects' ? { bodies: s3.place } : {};
  const store = await openStore({ kind: 'postgres', url, access: 'write', ...bodies });
  onTestFinished(() => store.close());
  return store;
}

const page = (text: string): PackedContent =>
  packContent(Buffer.from(`<p>${text.repeat(40)}</p>`), 'text/html');

/** Runs a statement beside the store. */
async function execute(statement: string): Promise<void> {
  const database = rawDatabase({ kind: 'postgres', url });
  await database.write(async ({ db }) => {
    await sql.raw(statement).execute(db);
  });
  await database.close();
}

/** Everything was named two hours ago. */
const letTimePass = () => execute('UPDATE body_object SET named_at = named_at - 7200000');

/** A run whose pages `/0`, `/1`, ... have the given contents, in one commit. */
async function stored(store: Store, contents: readonly PackedContent[], project = 'sample') {
  const run = await startRun(store, project);
  await run.commit({ discovered: contents.map((_, place) => discovered(`/${place}`)) });
  const pages = await store.frontier.next(run.runId, 'example.org', null, 100);
  const visits = pages.map(({ id }, place) =>
    visit(id, { sha256: contents[place]?.sha256 ?? null, flag: 'NEW' }),
  );
  await run.commit({ visits, contents });
  return run;
}

const textOf = async (store: Store, { sha256 }: PackedContent) =>
  Buffer.from(await store.contents.read(sha256)).toString();

describe('bodies in objects', { timeout: 300_000 }, () => {
  test('all of a commit are in one object, and are read from their places in it', async () => {
    const store = await opened('objects');
    const large = packContent(randomBytes(1_500_000), null);
    const contents = [page('tide'), page('moon'), packContent(Buffer.alloc(0), null), large];
    await stored(store, contents);
    expect(await s3.keys()).toHaveLength(1);
    expect(await textOf(store, page('tide'))).toContain('tidetide');
    expect(await textOf(store, page('moon'))).toContain('moonmoon');
    expect(await textOf(store, contents[2] ?? large)).toBe('');
    expect(Buffer.compare(await store.contents.read(large.sha256), large.data)).toBe(0);
  });

  test('a body that is known is not written again', async () => {
    const store = await opened('objects');
    await stored(store, [page('tide')]);
    await stored(store, [page('tide')], 'another');
    expect(await s3.keys()).toHaveLength(1);
  });

  test('a file has an object of its own', async () => {
    const store = await opened('objects');
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-file-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const content = packContent(randomBytes(3_000_000), 'application/zip');
    const path = join(folder, 'body');
    await writeFile(path, content.data);
    const { commit } = await startRun(store);
    const { sha256, bytes } = content;
    await commit({ contents: [page('tide')], files: [{ path, sha256, bytes, type: null }] });
    expect(await s3.keys()).toHaveLength(2);
    expect(Buffer.compare(await store.contents.read(sha256), content.data)).toBe(0);
  });

  test('what was stored in the database before stays readable, and objects say what is missing without them', async () => {
    const before = await opened('database');
    await stored(before, [page('tide')]);
    const after = await opened('objects');
    await stored(after, [page('moon')], 'another');
    expect(await textOf(after, page('tide'))).toContain('tide');
    await expect(before.contents.read(page('moon').sha256)).rejects.toMatchObject({
      code: 'STORE_BODIES_NOT_SET',
    });
  });

  test('an object whose commit never came is swept, but not within the hour', async () => {
    const store = await opened('objects');
    const { commit } = await startRun(store);
    await commit({ discovered: [discovered('/a')] });
    const options = JSON.stringify({ kind: 'postgres', url, access: 'write', bodies: s3.place });
    const child = spawn(process.execPath, [dying, options, 'before begin'], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await s3.keys()).toHaveLength(1);
    await store.retention.sweepObjects();
    expect(await s3.keys()).toHaveLength(1);
    await letTimePass();
    expect(await store.retention.sweepObjects()).toBeGreaterThan(0);
    expect(await s3.keys()).toEqual([]);
    expect(await store.retention.sweepObjects()).toBe(0);
  });

  test('an object goes when the last of its contents has gone', async () => {
    const store = await opened('objects');
    const { projectId } = await stored(store, [page('tide'), page('moon')]);
    const { projectId: other } = await stored(store, [page('tide')], 'another');
    await letTimePass();
    await store.projects.remove(projectId);
    await store.retention.sweepObjects();
    expect(await s3.keys()).toHaveLength(1);
    expect(await textOf(store, page('tide'))).toContain('tide');
    await store.projects.remove(other);
    await store.retention.sweepObjects();
    expect(await s3.keys()).toEqual([]);
  });

  test.each([
    ['an object that was swept too early', 'UPDATE body_object SET given_up = 1'],
    ['a known content that was removed', 'DELETE FROM content'],
  ])('%s is written again', async (_, harm) => {
    const store = await opened('objects');
    await stored(store, [page('tide')]);
    const database = rawDatabase({ kind: 'postgres', url });
    const { bodies, close } = postgresBodies(database, s3.place);
    let tries = 0;
    // 'tide' is known, and 'moon' is in an object; then they are harmed before the transaction begins.
    await bodies.storing([page('tide'), page('moon')], [], async (insert) => {
      tries += 1;
      if (tries === 1) await execute(harm);
      await database.write(insert);
    });
    close();
    await database.close();
    expect(tries).toBeGreaterThan(1);
    expect(await textOf(store, page('moon'))).toContain('moon');
    expect(await textOf(store, page('tide'))).toContain('tide');
  });

  test('what comes while an object is on its way goes into the next one together', async () => {
    await opened('objects');
    const database = rawDatabase({ kind: 'postgres', url });
    onTestFinished(() => database.close());
    const objects = s3Objects(s3.place);
    onTestFinished(() => objects.close());
    const writer = new ObjectWriter(objects, new ObjectNames(database));
    const placed = await Promise.all([
      writer.write([page('tide')]),
      writer.write([page('moon'), page('sun')]),
      writer.write([page('sun'), page('wind')]),
    ]);
    expect(placed.map((contents) => contents.map(({ objectId }) => objectId))).toEqual([[1], [2, 2], [2, 2]]);
    expect(await s3.keys()).toHaveLength(2);
    expect(placed[1]?.[1]).toEqual(placed[2]?.[0]);
  });

  test('a backup has them all, and can be restored anywhere', async () => {
    const store = await opened('objects');
    const contents = [page('tide'), page('moon'), packContent(randomBytes(2_000_000), null)];
    await stored(store, contents);
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-restored-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await restoreStore({ kind: 'sqlite', folder }, store.backup());
    const copy = await openStore({ kind: 'sqlite', folder, access: 'read' });
    onTestFinished(() => copy.close());
    for (const { sha256 } of contents)
      expect(Buffer.compare(await copy.contents.read(sha256), await store.contents.read(sha256))).toBe(0);
  });

  test('an object that is missing is reported as such', async () => {
    const store = await opened('objects');
    await stored(store, [page('tide')]);
    await execute("UPDATE body_object SET key = 'another'");
    await expect(store.contents.read(page('tide').sha256)).rejects.toMatchObject({
      code: 'STORE_CONTENT_DAMAGED',
    });
    await expect(Array.fromAsync(store.backup())).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
  });
});
