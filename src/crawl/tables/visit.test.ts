import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawDatabase } from '../../../test/kernel/database/raw-database.ts';
import { visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../test/kernel/database/store-databases.ts';
import { placeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import {
  bringTable,
  fieldsOf,
  insertInto,
  json,
  orNull,
  type RowOf,
  recordsOf,
  text,
} from '../../database/table.ts';
import { visitTable } from './visit.ts';

describe.each(databaseKinds)('the definition of visits on %s', (kind) => {
  let place: Place;
  placeForEachTest(kind, (fresh) => {
    place = fresh;
  });

  test('a column that is added there is created, written and read back', async () => {
    const columns = {
      ...visitTable.columns,
      served_by: orNull(text),
      seen_colours: orNull(json<readonly string[]>()),
    };
    const wider = { ...visitTable, columns };
    const insert = insertInto(wider, { shared: ['run_id'], without: ['since_run_id'] });
    const visits = [
      { ...visit(1), durationMs: 12.6, servedBy: 'nul \0 and \ud800', seenColours: ['red', '\0'] },
      {
        ...visit(2),
        hops: [{ url: 'https://example.org/', status: 301 }],
        servedBy: null,
        seenColours: null,
      },
    ];

    const database = rawDatabase(place);
    await database.write(async (writing) => {
      await bringTable(writing.db, database.dialect, wider, 1);
      await writing.bulk(insert, insert.rows(visits, { runId: 7 }));
    });
    const rows = await database.read((db) =>
      (db as unknown as Kysely<{ visit: RowOf<typeof wider> }>)
        .selectFrom('visit')
        .select(fieldsOf(wider))
        .orderBy('page_id')
        .execute(),
    );
    const [first, second] = recordsOf(wider, rows);
    await database.close();

    const { bringsVersion, samples, dueAt, signature, quietSignature, ...stored } = visit(1);
    expect(first).toEqual({
      ...stored,
      runId: 7,
      sinceRunId: null,
      durationMs: 13,
      servedBy: 'nul \uFFFD and \uFFFD',
      seenColours: ['red', '\0'],
    });
    expect(second).toMatchObject({
      pageId: 2,
      hops: [{ url: 'https://example.org/', status: 301 }],
      servedBy: null,
      seenColours: null,
    });
  });
});
