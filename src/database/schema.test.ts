import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawDatabase } from '../../test/kernel/database/raw-database.ts';
import { databaseKinds, type Place } from '../../test/kernel/database/store-databases.ts';
import { placeForEachTest } from '../../test/kernel/database/store-for-each-test.ts';
import { databasePart } from './database-part.ts';
import { migrate, readVersions, requireCurrentSchema } from './migrations.ts';
import { openStore } from './open-store.ts';
import type { StorePart } from './store-part.ts';
import { integer, orNull, since, table, text, withDefault } from './table.ts';

const madeUpTable = table(
  'made_up' as 'meta',
  { id: integer, name: text, size: since(2, orNull(integer)), rank: since(3, withDefault(integer, 0)) },
  { key: ['id'] },
);

/** A part as a Tidemark of that version has it. */
const madeUp = (version: number): StorePart => ({
  name: 'made-up',
  version,
  tables: [madeUpTable],
  steps: {
    2: async (db) => void (await sql`insert into made_up (id, name) values (2, 'by a step')`.execute(db)),
  },
});

const anotherPart: StorePart = { name: 'another', version: 1, tables: [] };

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
        .where('key', '=', 'version:database')
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

  test.each(['schema_version', 'schema:crawl'])(
    'data from before the first release (%s) is refused in words, and left alone',
    async (key) => {
      const database = rawDatabase(place);
      await database.write(async ({ db }) => {
        await sql`create table meta (key text primary key, value text not null)`.execute(db);
        await sql`insert into meta values (${key}, '54')`.execute(db);
      });
      for (const access of ['read', 'write'] as const)
        await expect(openStore({ ...place, access })).rejects.toMatchObject({
          code: 'STORE_TOO_OLD',
          message: expect.stringContaining('before the first release'),
        });
      await database.close();
    },
  );

  test('a newer schema is refused, for reading and for writing', async () => {
    await (await openStore({ ...place, access: 'write' })).close();
    await setVersion(databasePart.version + 1);
    for (const access of ['read', 'write'] as const) {
      await expect(openStore({ ...place, access })).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    }
  });

  test('an older schema is not read as if it were current', async () => {
    await (await openStore({ ...place, access: 'write' })).close();
    await setVersion(databasePart.version - 1);
    await expect(openStore({ ...place, access: 'read' })).rejects.toMatchObject({ code: 'STORE_TOO_OLD' });
  });

  test('an older part is brought up to date with what it holds, and a newer one is refused', async () => {
    const database = rawDatabase(place);
    await migrate(database, [databasePart, madeUp(1)]);
    await database.write(({ db }) => sql`insert into made_up (id, name) values (1, 'before')`.execute(db));
    await expect(requireCurrentSchema(database, [databasePart, madeUp(3)])).rejects.toMatchObject({
      code: 'STORE_TOO_OLD',
    });
    // Two at once, as two processes do it: each step is taken once.
    const before = await Promise.all(
      [1, 2].map(() => migrate(database, [databasePart, madeUp(3), anotherPart])),
    );
    expect(before).toContainEqual({ database: 1, 'made-up': 1 });
    const { rows } = await database.read((db) => sql`select * from made_up order by id`.execute(db));
    expect(rows).toEqual([
      { id: 1, name: 'before', size: null, rank: 0 },
      { id: 2, name: 'by a step', size: null, rank: 0 },
    ]);
    expect(await database.read(readVersions)).toEqual({ database: 1, 'made-up': 3, another: 1 });
    // A part that is left out does not disturb the others; a newer one is refused.
    await requireCurrentSchema(database, [databasePart, madeUp(3)]);
    for (const open of [migrate, requireCurrentSchema])
      await expect(open(database, [databasePart, madeUp(2)])).rejects.toMatchObject({
        code: 'STORE_TOO_NEW',
      });
    await database.close();
  });

  test('a new database has the same tables as one that was brought up to date', async () => {
    const database = rawDatabase(place);
    await migrate(database, [databasePart, madeUp(3)]);
    const tables = await database.read((db) => db.introspection.getTables());
    expect(tables.find(({ name }) => name === 'made_up')?.columns.map(({ name }) => name)).toEqual([
      'id',
      'name',
      'size',
      'rank',
    ]);
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
