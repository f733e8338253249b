import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawDatabase } from '../../test/databases/raw-database.ts';
import { databaseKinds, type Place } from '../../test/databases/store-databases.ts';
import { placeForEachTest } from '../../test/databases/store-for-each-test.ts';
import { nameProxyUsers } from '../features/people/tables/people-schema.ts';
import { migrate, migrations, schemaVersion } from './migrations.ts';
import { openStore } from './open-store.ts';

describe.each(databaseKinds)('the schema on %s', (kind) => {
  let place: Place;
  placeForEachTest(kind, (fresh) => {
    place = fresh;
  });

  async function setVersion(version: number): Promise<void> {
    const database = rawDatabase(place);
    await database.write(({ db }) =>
      db
        .updateTable('meta')
        .set({ value: String(version) })
        .where('key', '=', 'schema_version')
        .execute(),
    );
    await database.close();
  }

  test('nothing stored yet is a typed error for a reader', async () => {
    await expect(openStore({ ...place, access: 'read' })).rejects.toMatchObject({ code: 'STORE_MISSING' });
  });

  test('opening twice changes nothing', async () => {
    await (await openStore({ ...place, access: 'write' })).close();
    const database = rawDatabase(place);
    const facts = () => database.read((db) => db.selectFrom('meta').selectAll().orderBy('key').execute());
    const before = await facts();
    await migrate(database);
    expect(await facts()).toEqual(before);
    await database.close();
  });

  test('a newer schema is refused, for reading and for writing', async () => {
    await (await openStore({ ...place, access: 'write' })).close();
    await setVersion(schemaVersion + 1);
    for (const access of ['read', 'write'] as const) {
      await expect(openStore({ ...place, access })).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    }
  });

  test('an older schema is not read as if it were current', async () => {
    await (await openStore({ ...place, access: 'write' })).close();
    await setVersion(schemaVersion - 1);
    await expect(openStore({ ...place, access: 'read' })).rejects.toMatchObject({ code: 'STORE_TOO_OLD' });
  });

  test('an older schema is brought up to date with what it holds', async () => {
    const before = 17;
    const old = rawDatabase(place);
    await old.write(async ({ db }) => {
      for (const step of migrations.slice(0, before)) await step(db, old.dialect);
      await sql`insert into meta (key, value) values ('schema_version', ${String(before)})`.execute(db);
      await sql`insert into robots (origin, fetched_at, body) values ('https://example.org', 1, '')`.execute(
        db,
      );
      await sql`insert into run (id, project_id, number, state, started_at, settings, budgets, plan)
        values (1, 1, 1, 'paused', 2, '{}', '{"pages":[]}', '{"due":3}')`.execute(db);
    });
    await old.close();
    const store = await openStore({ ...place, access: 'write' });
    expect(await store.runs.latest(1)).toMatchObject({ savedState: '{"pages":[]}', knownPages: { due: 3 } });
    await store.close();
    const database = rawDatabase(place);
    expect((await database.read((db) => db.introspection.getTables())).map(({ name }) => name)).not.toContain(
      'robots',
    );
    await database.close();
  });

  test('users who came by the proxy stay who they are; users of the same server who did not come so do not become its', async () => {
    const before = migrations.indexOf(nameProxyUsers);
    const old = rawDatabase(place);
    await old.write(async ({ db }) => {
      for (const step of migrations.slice(0, before)) await step(db, old.dialect);
      await sql`insert into meta (key, value) values ('schema_version', ${String(before)})`.execute(db);
      const users = [
        [1, 'ada', null, 1_000_003],
        [2, 'boss', 'scrypt$1', 2_000_000],
        [3, 'admin', null, 3_000_000],
        // Removed, and added again by the operator.
        [4, 'eve', null, 9_000_000],
      ] as const;
      for (const [id, name, password, at] of users)
        await sql`insert into user_account (id, name, role, password, created_at)
          values (${id}, ${name}, 'reader', ${password}, ${at})`.execute(db);
      const lines = [
        [1, 1_000_000, 'ada', 'ada', 'reader, named by a proxy'],
        [2, 2_000_000, 'boss', 'boss', 'reader, named by a proxy'],
        [3, 3_000_000, 'operator', 'admin', 'the first administrator'],
        [4, 4_000_000, 'eve', 'eve', 'reader, named by a proxy'],
        [5, 9_000_000, 'operator', 'eve', 'reader'],
      ] as const;
      for (const [id, at, actor, subject, detail] of lines)
        await sql`insert into audit_entry (id, at, actor, action, subject, detail)
          values (${id}, ${at}, ${actor}, 'add user', ${subject}, ${detail})`.execute(db);
    });
    await old.close();
    const store = await openStore({ ...place, access: 'write' });
    const external = (await store.people.listUsers()).map(({ name, external: from }) => [name, from]);
    expect(external).toEqual([
      ['ada', { issuer: 'proxy', subject: 'ada' }],
      ['admin', null],
      ['boss', null],
      ['eve', null],
    ]);
    await store.close();
  });

  test('pages from before there was tracking are compared with their last good visit', async () => {
    const before = 10;
    const old = rawDatabase(place);
    await old.write(async ({ db }) => {
      for (const step of migrations.slice(0, before)) await step(db, old.dialect);
      await sql`insert into meta (key, value) values ('schema_version', ${String(before)})`.execute(db);
      const columns = sql`id, project_id, identity, identity_hash, url, host, depth, link_kind, run_id, queued, good_run_id`;
      for (const [id, goodRun] of [
        [1, 7],
        [2, null],
      ]) {
        await sql`insert into page (${columns}) values
          (${id}, 1, 'x', ${Buffer.from([id ?? 0])}, 'x', 'x', 0, 'a', 7, 0, ${goodRun})`.execute(db);
      }
    });
    await old.close();
    await (await openStore({ ...place, access: 'write' })).close();
    const database = rawDatabase(place);
    const versions = await database.read((db) =>
      db.selectFrom('page').select('version_run_id').orderBy('id').execute(),
    );
    expect(versions).toEqual([{ version_run_id: 7 }, { version_run_id: null }]);
    await database.close();
  });

  test('of four that open an empty place at once, one creates the tables', async () => {
    const openings = await Promise.allSettled(
      [1, 2, 3, 4].map(() => openStore({ ...place, access: 'write' })),
    );
    const stores = openings.flatMap((opening) => (opening.status === 'fulfilled' ? [opening.value] : []));
    for (const store of stores) await store.close();
    // A folder has one writer; a server has as many as there are projects.
    expect(stores).toHaveLength(kind === 'postgres' ? 4 : 1);
  });
});
