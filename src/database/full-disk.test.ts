import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../test/kernel/database/sample-records.ts';
import { type Databases, startDatabases } from '../../test/kernel/database/store-databases.ts';
import { packContent } from './content/packed-content.ts';
import { openStore } from './open-store.ts';
import { openPostgresDatabase } from './postgres/open-postgres.ts';

const page = (number: number) => ({
  discovered: [discovered(`/${number}`)],
  contents: [packContent(randomBytes(20_000), null)],
});

describe('a full disk under SQLite', () => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases('sqlite');
  });
  afterAll(() => databases.stop());

  test('stops with a message, keeps what was committed, can be read, and resumes', async () => {
    const place = await databases.fresh();
    const full = { ...place, access: 'write', maxPageCount: 200 } as const;
    let store = await openStore(full);
    const { projectId, runId, commit } = await startRun(store);
    let committed = 0;
    const untilFull = async () => {
      for (;;) {
        await commit(page(committed));
        committed += 1;
      }
    };
    const failure = await untilFull().catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ code: 'STORE_FULL', decision: 'stop' });
    expect(String(failure)).toMatch(/Free some space, then resume/);
    expect(committed).toBeGreaterThan(5);
    expect(await store.frontier.count(runId)).toBe(committed);
    await expect(commit(page(committed))).rejects.toMatchObject({ code: 'STORE_FULL' });

    const reader = await openStore({ ...place, access: 'read' });
    expect(await reader.pages.list(projectId, { limit: 1000, which: 'all' })).toHaveLength(committed);
    await reader.close();
    await store.close();

    store = await openStore({ ...place, access: 'write' });
    const ids = { projectId, runId, visits: [], leftOut: [] };
    await store.commit({ ...ids, ...page(committed) });
    expect(await store.frontier.count(runId)).toBe(committed + 1);
    await store.close();
  });

  test('a large body beyond the quota leaves neither file nor row', async () => {
    const options = { ...(await databases.fresh()), access: 'write', largeBodyQuota: 5_000_000 } as const;
    const store = await openStore(options);
    const { runId, commit } = await startRun(store);
    const [first, second] = [
      packContent(randomBytes(3_000_000), null),
      packContent(randomBytes(3_000_000), null),
    ];
    await commit({ contents: [first] });
    const refused = commit({ discovered: [discovered('/a')], contents: [second] });
    await expect(refused).rejects.toMatchObject({ code: 'STORE_FULL', decision: 'stop' });
    expect(await store.frontier.count(runId)).toBe(0);
    expect(await store.contents.has(second.sha256)).toBe(false);
    await commit({ contents: [first] });
    expect((await store.contents.read(first.sha256)).length).toBe(3_000_000);
    await store.close();
  });

  test('a deleted project gives its room back', async () => {
    const options = { ...(await databases.fresh()), access: 'write', largeBodyQuota: 5_000_000 } as const;
    const store = await openStore(options);
    const contents = [packContent(randomBytes(3_000_000), null)];
    const { projectId, runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/a')] });
    const [queued] = await store.frontier.next(runId, 'example.org', null, 1);
    await commit({ visits: [visit(queued?.id ?? 0, { sha256: contents[0]?.sha256 ?? null })], contents });
    await store.projects.remove(projectId);
    const next = await startRun(store, 'next');
    await next.commit({ contents: [packContent(randomBytes(3_000_000), null)] });
    await store.close();
  });
});

describe('a full disk under PostgreSQL', () => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases('postgres');
  });
  afterAll(() => databases.stop());

  test('stops with a message, leaves nothing of the commit, and can be read', async () => {
    const place = await databases.fresh();
    if (place.kind !== 'postgres') throw new Error('asked for PostgreSQL');
    const store = await openStore({ ...place, access: 'write' });
    const { runId, commit } = await startRun(store);
    await commit(page(0));
    const [queued] = await store.frontier.next(runId, 'example.org', null, 1);
    // The error of the server itself, raised where it would be.
    const database = openPostgresDatabase({ ...place, access: 'write' });
    await database.write(async ({ db }) => {
      await sql`create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
        db,
      );
      await sql`create trigger no_room before insert on visit execute function no_room()`.execute(db);
    });
    await database.close();
    const refused = commit({ ...page(1), visits: [visit(queued?.id ?? 0)] });
    await expect(refused).rejects.toMatchObject({ code: 'STORE_FULL', decision: 'stop' });
    expect(await store.frontier.next(runId, 'example.org', null, 9)).toMatchObject([{ id: queued?.id }]);
    await store.close();
  });

  test('a server that is not there is a typed error without the password', async () => {
    const opening = openStore({
      kind: 'postgres',
      url: 'postgres://someone:secret@localhost/none?host=/nowhere',
      access: 'read',
    });
    await expect(opening).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', decision: 'stop' });
    expect(String(await opening.catch((cause: unknown) => cause))).not.toContain('secret');
  });
});
