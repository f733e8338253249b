import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import type { Database } from '../../../database/database.ts';
import { migrate } from '../../../database/migrations.ts';
import { loadParts } from '../../../database/store-part.ts';
import { clusterRuns } from './cluster-runs.ts';
import { nodes } from './nodes.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe('a node that sends a heartbeat', () => {
  const load = { average: 0.5, processors: 2, memory: 1000 };
  const work = { pages: 1, errors: 0, retries: 0, bytes: 10 };
  let database: Database;
  let all: ReturnType<typeof nodes>;
  const sign = (id: string, clusterRunIds: readonly string[] = []) =>
    all.heartbeat(id, { runs: clusterRunIds.length, load, work, clusterRunIds });

  beforeEach(async () => {
    database = rawDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
    onTestFinished(() => database.close());
    await migrate(database);
    all = nodes(database, await loadParts());
    for (const id of ['a', 'b', 'c'])
      await all.join({ id, name: `machine ${id}`, kind: 'worker', version: '1.0.0', load });
  });

  test('looks after the jobs when it is the first of those that live', async () => {
    const areLooking = async () => {
      const looking: string[] = [];
      for (const id of ['c', 'b', 'a']) if ((await sign(id))?.supervisesJobs === true) looking.push(id);
      return looking;
    };
    expect(await areLooking()).toEqual(['a']);
    await database.statement((db) =>
      sql`UPDATE node SET seen_at = seen_at - 5000 WHERE id = 'a'`.execute(db),
    );
    expect((await sign('c'))?.supervisesJobs).toBe(false);
    expect((await sign('b'))?.supervisesJobs).toBe(true);
    // The first one is back.
    expect(await areLooking()).toContain('a');
    expect(await areLooking()).toEqual(['a']);
  });

  test('learns which of its runs are to be paused, and why', async () => {
    const runs = clusterRuns(database);
    for (const jobId of ['one', 'two', 'three'])
      await runs.add({ jobId, project: jobId, request: '{}' }, async () => undefined);
    await runs.askToPause('two', 'asked by Ann');
    await runs.askToPause('three', 'asked by Bob');
    expect(await sign('a', ['one', 'two'])).toEqual({
      ...{ wanted: 'work', supervisesJobs: true, areGridsWanted: false },
      pauseReasons: { two: 'asked by Ann' },
    });
  });

  test('that was forgotten learns it', async () => {
    await all.leave('a');
    expect(await sign('a')).toBeNull();
  });

  test('has no jobs when it is gone, and is not shown for ever', async () => {
    await sign('a', ['one', 'two']);
    await sign('b', ['three']);
    const shown = async () => (await all.list()).map(({ id, isAlive, runs }) => [id, isAlive, runs]);
    const silent = (ms: number) =>
      database.statement((db) => sql`UPDATE node SET seen_at = seen_at - ${ms} WHERE id = 'a'`.execute(db));
    await silent(60_000);
    expect(await shown()).toEqual([
      ['a', false, 0],
      ['b', true, 1],
      ['c', true, 0],
    ]);
    await silent(3_600_000);
    expect(await shown()).toEqual([
      ['b', true, 1],
      ['c', true, 0],
    ]);
  });

  test('stops when a newer Tidemark has changed the schema, even what it asks for', async () => {
    await database.statement((db) =>
      sql`UPDATE meta SET value = '9999' WHERE key = 'version:cluster'`.execute(db),
    );
    await expect(sign('a')).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    await database.statement((db) => sql`ALTER TABLE node RENAME COLUMN work TO done`.execute(db));
    await expect(sign('a')).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
  });
});
