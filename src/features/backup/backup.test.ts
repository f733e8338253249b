import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawDatabase } from '../../../test/kernel/database/raw-database.ts';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import {
  type Databases,
  databaseKinds,
  type Place,
  startDatabases,
} from '../../../test/kernel/database/store-databases.ts';
import { packContent } from '../../database/content/packed-content.ts';
import { knownVersions } from '../../database/migrations.ts';
import { openStore } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { loadParts, tablesOf } from '../../database/store-part.ts';
import { writeFrames } from './backup-frames.ts';
import { restoreStore } from './restore-store.ts';

const note = { at: 1, actor: 'operator', action: 'a', subject: 's', detail: '', address: null };

/** Every row that a backup must have, by table. */
async function rowsOf(place: Place): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const database = rawDatabase(place);
  const all: Record<string, readonly unknown[]> = {};
  for (const { name: table, key, backup } of tablesOf(await loadParts())) {
    if (backup === false) continue;
    const { rows } = await database.read((db) =>
      sql`select * from ${sql.table(table)} order by ${sql.join(key.map((name) => sql.ref(name)))}`.execute(
        db,
      ),
    );
    // Says that this database was a backup.
    const carried = (rows as readonly Record<string, unknown>[]).filter(
      (row) => row['key'] !== 'feed_restores',
    );
    all[table] = carried.map((row) =>
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ]),
    );
  }
  await database.close();
  return all;
}

/** A project with small, large and empty contents, odd texts, a user, a secret and messages. */
async function fill(store: Store, largest = 5_000_000): Promise<readonly Uint8Array[]> {
  const large = packContent(randomBytes(largest), null);
  const small = packContent(Buffer.from('<p>hello</p>'), 'text/html');
  const { runId, commit } = await startRun(store);
  await commit({ discovered: ['/a', '/b', '/\ud83c\udf0a'].map((path) => discovered(path)) });
  const pages = await store.frontier.next(runId, 'example.org', null, 10);
  const contents = [large, small];
  const visits = pages.map(({ id }, n) => visit(id, { sha256: contents[n]?.sha256 ?? null, flag: 'NEW' }));
  await commit({ visits, contents, leftOut: [{ reason: 'deep', count: 1, exampleUrl: 'x' }] });
  await store.secrets.keep('forum', 'tm1.x.y', 5);
  const user = { name: 'ada', role: 'administrator', password: 'p', external: null, createdAt: 1 } as const;
  const { id } = await store.people.createUser(user, note);
  const session = {
    hash: Buffer.alloc(32, 1),
    userId: id,
    createdAt: 1,
    seenAt: 1,
    expiresAt: 9,
    address: '',
    agent: '',
  };
  await store.people.startSession(session, note);
  return contents.map(({ sha256 }) => sha256);
}

const collected = (bytes: AsyncIterable<Uint8Array>) => Array.fromAsync(bytes, (chunk) => Buffer.from(chunk));
async function* given(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe('a backup', () => {
  const databases = new Map<Place['kind'], Databases>();
  beforeAll(async () => {
    for (const kind of databaseKinds) databases.set(kind, await startDatabases(kind));
  });
  afterAll(async () => {
    for (const each of databases.values()) await each.stop();
  });
  const fresh = async (kind: Place['kind']): Promise<Place> => {
    const place = await databases.get(kind)?.fresh();
    if (place === undefined) throw new Error('no database');
    return place;
  };

  describe.each(databaseKinds)('of %s', (from) => {
    test.each(databaseKinds)('restored on %s has every row and every content', async (to) => {
      const [source, target] = [await fresh(from), await fresh(to)];
      const store = await openStore({ ...source, access: 'write' });
      const contents = await fill(store);
      const restored = await restoreStore(target, store.backup());
      const copy = await openStore({ ...target, access: 'write' });
      for (const sha256 of contents)
        expect(Buffer.compare(await copy.contents.read(sha256), await store.contents.read(sha256))).toBe(0);
      expect(await copy.people.findSession(Buffer.alloc(32, 1), 2)).toBeNull();
      // The restored feed records where the backup ends, for readers that had read further.
      const { end } = await copy.changes.after(0, { limit: 1, projectIds: null });
      expect([await store.changes.restores(), await copy.changes.restores()]).toEqual([[], [end]]);
      // A page and a user that come now get ids of their own.
      const { projectId, commit } = await startRun(copy);
      await commit({ discovered: [discovered('/new')] });
      expect(await copy.pages.list(projectId, { limit: 10, which: 'all' })).toHaveLength(4);
      await copy.close();
      await store.close();
      expect(restored.rows).toBeGreaterThan(10);
    });
  });

  test('has the same rows on both databases', async () => {
    const [source, middle, target] = [await fresh('sqlite'), await fresh('postgres'), await fresh('sqlite')];
    const store = await openStore({ ...source, access: 'write' });
    await fill(store);
    await restoreStore(middle, store.backup());
    await store.close();
    const server = await openStore({ ...middle, access: 'read' });
    await restoreStore(target, server.backup());
    await server.close();
    const [first, second, third] = [await rowsOf(source), await rowsOf(middle), await rowsOf(target)];
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  test.each(databaseKinds)('is of one moment while others write to %s', async (kind) => {
    const [source, target] = [await fresh(kind), await fresh('sqlite')];
    const writer = await openStore({ ...source, access: 'write' });
    await fill(writer);
    const reader = await openStore({ ...source, access: 'read' });
    const chunks: Buffer[] = [];
    for await (const chunk of reader.backup()) {
      chunks.push(Buffer.from(chunk));
      if (chunks.length === 3) await startRun(writer, 'too late');
    }
    await reader.close();
    await writer.close();
    await restoreStore(target, given(chunks));
    const copy = await openStore({ ...target, access: 'read' });
    expect((await copy.projects.list()).map(({ name }) => name)).toEqual(['sample']);
    await copy.close();
  });

  test('is put where the database was lost, whose commits it does not have', async () => {
    const place = await fresh('sqlite');
    if (place.kind !== 'sqlite') throw new Error('a folder is needed');
    const store = await openStore({ ...place, access: 'write' });
    await fill(store, 1_100_000);
    const whole = await collected(store.backup());
    await store.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(place.folder, `tidemark.db${suffix}`));
    await expect(openStore({ ...place, access: 'write' })).rejects.toMatchObject({
      code: 'STORE_LOST_WRITES',
    });
    await restoreStore(place, given(whole));
    const restored = await openStore({ ...place, access: 'write' });
    expect((await restored.projects.list()).map(({ name }) => name)).toEqual(['sample']);
    await restored.close();
  });

  test('is never put where there is data, and not half', async () => {
    const place = await fresh('sqlite');
    const store = await openStore({ ...place, access: 'write' });
    await fill(store, 1_100_000);
    const whole = Buffer.concat(await collected(store.backup()));
    await store.close();
    await expect(restoreStore(place, given([whole]))).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY' });
    const target = await fresh('sqlite');
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 500_000) ^ 1, whole.length - 500_000);
    const broken = [
      whole.subarray(0, -1),
      whole.subarray(0, whole.length - 120),
      changed,
      Buffer.concat([whole, whole]),
      Buffer.from('something else, longer than a head'),
      Buffer.alloc(0),
    ];
    for (const bytes of broken)
      await expect(restoreStore(target, given([bytes]))).rejects.toMatchObject({
        code: 'STORE_BACKUP_DAMAGED',
      });
    // Nothing is left of them, so the next one finds an empty place; in pieces of any size.
    const pieces = Array.from({ length: Math.ceil(whole.length / 99_991) }, (_, n) =>
      whole.subarray(n * 99_991, (n + 1) * 99_991),
    );
    await restoreStore(target, given(pieces));
    expect(await rowsOf(target)).toEqual(await rowsOf(place));
  });

  test('of an older Tidemark is brought up to date, and one of a newer is refused', async () => {
    // Before there was a search.
    const { search, ...schema } = knownVersions(await loadParts());
    async function* older() {
      yield { kind: 'start', format: 'tidemark-backup-1', schema, at: 5 } as const;
      const columns = { key: 'text', value: 'text' } as const;
      const rows = [
        ['instance_id', 'the same'],
        ['version:crawl', '1'],
      ];
      yield { kind: 'rows', table: 'meta', columns, rows } as const;
    }
    const place = await fresh('sqlite');
    expect(await restoreStore(place, writeFrames(older()))).toEqual({ at: 5, rows: 2 });
    const store = await openStore({ ...place, access: 'read' });
    expect(await store.outbox.instanceId()).toBe('the same');
    await store.close();
    async function* newer() {
      yield {
        kind: 'start',
        format: 'tidemark-backup-1',
        schema: { ...schema, search: (search ?? 0) + 1 },
        at: 5,
      } as const;
    }
    await expect(restoreStore(await fresh('sqlite'), writeFrames(newer()))).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
    });
  });
});
