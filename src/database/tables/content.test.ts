import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawDatabase } from '../../../test/kernel/database/raw-database.ts';
import { startRun } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../content/packed-content.ts';
import type { Store } from '../store.ts';

describe.each(databaseKinds)('contents on %s', (kind) => {
  let store: Store;
  let place: Place;
  const { reopen } = storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-bodies-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const bodies = {
    empty: Buffer.alloc(0),
    tiny: Buffer.from('x'),
    html: Buffer.from('<p>same</p>'.repeat(2_000)),
    noise: randomBytes(70_000),
    'as large as a row may be': Buffer.alloc(1_048_576, 'ab'),
    'one byte larger': Buffer.alloc(1_048_577, 'ab'),
    'large noise': randomBytes(3_000_000),
    'noise of several parts': randomBytes(9_000_000),
  };

  /** A body in a file, as a receiver leaves it. */
  async function bodyFile(body: Buffer) {
    const path = join(folder, randomBytes(8).toString('hex'));
    await writeFile(path, body);
    const sha256 = createHash('sha256').update(body).digest();
    return { path, sha256, bytes: body.length, type: null };
  }

  const read = async (sha256: Uint8Array) => Buffer.from(await store.contents.read(sha256));

  test.each(Object.entries(bodies))('%s comes back byte by byte', async (_, body) => {
    const { commit } = await startRun(store);
    const packed = packContent(body, null);
    await commit({ contents: [packed, packed] });
    await commit({ contents: [packed] });
    await reopen();
    expect((await read(packed.sha256)).equals(body)).toBe(true);
  });

  test('unknown content is a typed error', async () => {
    const unknown = store.contents.read(randomBytes(32));
    await expect(unknown).rejects.toMatchObject({ code: 'STORE_CONTENT_UNKNOWN', decision: 'skip' });
  });

  test('content that is not what its name says is a typed error', async () => {
    const { commit } = await startRun(store);
    const packed = packContent(Buffer.from('the truth'.repeat(100)), null);
    await commit({
      contents: [
        { ...packed, sha256: randomBytes(32) },
        { ...packed, data: packed.data.subarray(4) },
      ],
    });
    await expect(store.contents.read(packed.sha256)).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
  });

  test.each(Object.entries(bodies))('%s in a file is taken over, and the file is gone', async (_, body) => {
    const { commit } = await startRun(store);
    const file = await bodyFile(body);
    await commit({ files: [file] });
    expect(existsSync(file.path)).toBe(false);
    await reopen();
    expect((await read(file.sha256)).equals(body)).toBe(true);
  });

  test('the file of a body stays when the commit fails, and can be given again', async () => {
    const { commit } = await startRun(store);
    const body = randomBytes(2_000_000);
    const file = await bodyFile(body);
    // A column that refuses: the transaction is undone after the body was written.
    const impossible = { reason: 'x', count: Number.NaN, exampleUrl: 'x' };
    await expect(commit({ files: [file], leftOut: [impossible] })).rejects.toThrow();
    expect(existsSync(file.path)).toBe(true);
    expect(await store.contents.has(file.sha256)).toBe(false);
    await commit({ files: [file] });
    expect((await read(file.sha256)).equals(body)).toBe(true);
  });

  const compressible = Buffer.alloc(3_000_000, 'tide');

  test('a body that was packed before it came as a file stays readable', async () => {
    const { commit } = await startRun(store);
    const packed = packContent(compressible, 'text/plain');
    await commit({ contents: [packed] });
    const file = await bodyFile(compressible);
    await commit({ files: [file] });
    expect(existsSync(file.path)).toBe(false);
    expect((await read(packed.sha256)).equals(compressible)).toBe(true);
  });

  test('a body that came as a file before it was packed stays readable', async () => {
    const { commit } = await startRun(store);
    await commit({ files: [await bodyFile(compressible)] });
    const packed = packContent(compressible, 'text/plain');
    await commit({ contents: [packed] });
    expect((await read(packed.sha256)).equals(compressible)).toBe(true);
  });

  test('a body that comes packed and as a file in one batch stays readable', async () => {
    const { commit } = await startRun(store);
    const packed = packContent(compressible, 'text/plain');
    await commit({ contents: [packed], files: [await bodyFile(compressible)] });
    expect((await read(packed.sha256)).equals(compressible)).toBe(true);
  });

  /** Loses a part of the stored body, as a damaged disk does. */
  async function damage(sha256: Uint8Array): Promise<void> {
    if (place.kind === 'sqlite') {
      const name = Buffer.from(sha256).toString('hex');
      return truncate(join(place.folder, 'content', name.slice(0, 2), name.slice(2)), 1_000_000);
    }
    const database = rawDatabase(place);
    await database.write(({ db }) =>
      db.deleteFrom('content_part').where('sha256', '=', sha256).where('part', '=', 1).execute(),
    );
    await database.close();
  }

  test.each([
    ['as a file', 'packed'],
    ['packed', 'as a file'],
  ])('a body that came %s and lost a part is repaired when it comes %s', async (first) => {
    const { commit } = await startRun(store);
    const body = Buffer.concat([randomBytes(5_000_000), Buffer.alloc(1_000_000)]);
    const packed = packContent(body, 'text/plain');
    const come = [
      async () => commit({ files: [await bodyFile(body)] }),
      async () => commit({ contents: [packed] }),
    ];
    if (first === 'packed') come.reverse();
    await come[0]?.();
    await damage(packed.sha256);
    await expect(store.contents.read(packed.sha256)).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
    await come[1]?.();
    expect((await read(packed.sha256)).equals(body)).toBe(true);
  });

  test('large bodies are not mixed up', async () => {
    const { commit } = await startRun(store);
    const noise = [randomBytes(5_000_000), randomBytes(5_000_000)];
    const contents = noise.map((body) => packContent(body, null));
    await commit({ contents });
    for (const [n, { sha256 }] of contents.entries()) {
      expect((await read(sha256)).equals(noise[n] ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test.runIf(kind === 'postgres').each([
    ['small', 100],
    ['large', 1_100_000],
  ])('two processes that store the same %s bodies do not block each other forever', async (_, size) => {
    const pair = [packContent(randomBytes(size), null), packContent(randomBytes(size), null)];
    const [low, high] = pair.sort((a, b) => Buffer.compare(a.sha256, b.sha256));
    if (low === undefined || high === undefined) throw new Error('there are two');
    const { commit } = await startRun(store);
    const other = rawDatabase(place);
    const waiting = async () =>
      (await other.read((db) => sql`select 1 from pg_locks where not granted`.execute(db))).rows.length;
    // The other process stores them in order, and the commit comes in between.
    const { committing } = await other.write(async ({ db }) => {
      const insert = async ({ sha256, bytes, encoding, data }: typeof low) => {
        const row = { sha256, bytes, encoding, stored_bytes: data.length, data };
        await db.insertInto('content').values(row).execute();
      };
      await insert(low);
      const started = { committing: commit({ contents: [high, low] }) };
      await expect.poll(waiting).toBe(1);
      await insert(high);
      return started;
    });
    await committing;
    await other.close();
    for (const { sha256 } of pair) expect((await read(sha256)).length).toBe(size);
  });
});
