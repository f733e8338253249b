import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawDatabase } from '../../../test/kernel/database/raw-database.ts';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';
import { loadParts, tablesOf } from '../../database/store-part.ts';
import { tablesOfProjects } from '../../database/table.ts';

const content = (body: string | Buffer) => packContent(Buffer.from(body), null);

describe.each(databaseKinds)('a project is deleted on %s', (kind) => {
  let store: Store;
  let place: Place;
  storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });

  /** A run of one page for each content. */
  async function collect(name: string, contents: readonly ReturnType<typeof content>[]) {
    const { projectId, runId, commit } = await startRun(store, name);
    await commit({ discovered: contents.map((_, n) => discovered(`/${name}/${n}`)) });
    const pages = await store.frontier.next(runId, 'example.org', null, 100);
    const visits = pages.map(({ id }, n) => visit(id, { sha256: contents[n]?.sha256 ?? null }));
    await commit({ visits, contents, leftOut: [{ reason: 'deep', count: 1, exampleUrl: 'x' }] });
    return { projectId, runId };
  }

  test('with its runs, pages, visits, and the contents that no other project has', async () => {
    const [own, shared] = [content('only here'), content('in both')];
    const gone = await collect('gone', [own, shared]);
    const kept = await collect('kept', [shared]);
    await store.projects.remove(gone.projectId);
    expect(await store.projects.find('gone')).toBeNull();
    expect(await store.runs.list(gone.projectId)).toEqual([]);
    expect(await store.runs.leftOut(gone.runId)).toEqual([]);
    expect(await store.pages.list(gone.projectId, { limit: 10, which: 'all' })).toEqual([]);
    expect(await store.visits.ofRun(gone.runId, { limit: 10 })).toEqual([]);
    expect(await store.contents.has(own.sha256)).toBe(false);
    expect(Buffer.from(await store.contents.read(shared.sha256)).toString()).toBe('in both');
    expect(await store.visits.ofRun(kept.runId, { limit: 10 })).toHaveLength(1);
    expect(await store.runs.leftOut(kept.runId)).toHaveLength(1);
  });

  test('with the files of its large bodies', async () => {
    const large = content(randomBytes(1_100_000));
    const { projectId } = await collect('gone', [large]);
    const name = Buffer.from(large.sha256).toString('hex');
    const file =
      place.kind === 'sqlite' ? join(place.folder, 'content', name.slice(0, 2), name.slice(2)) : null;
    if (file !== null) expect(existsSync(file)).toBe(true);
    await store.projects.remove(projectId);
    expect(await store.contents.has(large.sha256)).toBe(false);
    if (file !== null) expect(existsSync(file)).toBe(false);
  });

  test.runIf(kind === 'postgres')(
    'without the content that another process is just giving a visit',
    async () => {
      const shared = content('in both');
      const gone = await collect('gone', [shared]);
      const { runId } = await collect('kept', []);
      const raw = rawDatabase(place);
      const { deleting } = await raw.write(async ({ db }) => {
        const row = {
          run_id: runId,
          page_id: 99,
          at: 1,
          outcome: 'ok',
          headers: '[]',
          duration_ms: 1,
          attempts: 1,
        } as const;
        await db
          .insertInto('visit')
          .values({ ...row, sha256: shared.sha256 })
          .execute();
        const waiting = async () => {
          const found = await raw.read((other) =>
            sql`select 1 from pg_locks where not granted`.execute(other),
          );
          return found.rows.length;
        };
        // In an object: a promise that is returned as it is would be waited for inside the transaction.
        const started = { deleting: store.projects.remove(gone.projectId) };
        await expect.poll(waiting).toBeGreaterThan(0);
        return started;
      });
      await deleting;
      await raw.close();
      expect(await store.contents.has(shared.sha256)).toBe(true);
    },
  );

  test('and its name is free again', async () => {
    const { projectId } = await collect('news', [content('a')]);
    await store.projects.remove(projectId);
    const { projectId: second } = await collect('news', [content('a')]);
    expect(second).not.toBe(projectId);
    expect(await store.pages.list(second, { limit: 10 })).toHaveLength(1);
  });

  test('from every table with rows of projects, runs, explorations or pages', async () => {
    const raw = rawDatabase(place);
    const tables = await raw.read((db) => db.introspection.getTables());
    await raw.close();
    const columnsOf = new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
    const withRows = [...columnsOf].filter(([, columns]) =>
      columns.some((column) => /^(?:project|run|page|exploration)_id$/.test(column)),
    );
    const emptied = tablesOfProjects(tablesOf(await loadParts()));
    expect(withRows.map(([name]) => name).toSorted()).toEqual(emptied.map(({ table }) => table).toSorted());
    for (const { table, column, through } of emptied) {
      expect(columnsOf.get(table)).toContain(column);
      if (through !== null) expect(columnsOf.get(through)).toContain('project_id');
    }
  });
});
