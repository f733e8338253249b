import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startDatabases } from '../../kernel/database/store-databases.ts';
import { runServerChaos, UNTOUCHED } from './run-server-chaos.ts';

// `npm run chaos:server` does the same with 50 kills, also on PostgreSQL.
test('a server that is killed under load loses nothing that it acknowledged, and its runs go on', {
  timeout: 300_000,
}, async () => {
  const databases = await startDatabases('sqlite');
  try {
    const { faults, kills, acknowledged } = await runServerChaos('short', 2, await databases.fresh());
    expect(faults).toEqual([]);
    expect(kills).toBe(2);
    expect(acknowledged).toBeGreaterThan(10);
  } finally {
    await databases.stop();
  }
});

test('a write that was acknowledged and is lost is noticed, and so is a page that is missing in a run', {
  timeout: 300_000,
}, async () => {
  const databases = await startDatabases('sqlite');
  try {
    const place = await databases.fresh();
    if (place.kind !== 'sqlite') throw new TypeError('the test damages a file');
    let lost = '';
    const { faults } = await runServerChaos('planted', 1, place, ({ project, run }) => {
      lost = `run ${run} of ${project}: {`;
      const database = new DatabaseSync(join(place.folder, 'tidemark.db'));
      database.prepare('DELETE FROM project WHERE name = ?').run(UNTOUCHED);
      const { id } = database
        .prepare(
          'SELECT run.id FROM run JOIN project ON project.id = project_id WHERE name = ? AND number = ?',
        )
        .get(project, run) as { id: number };
      database
        .prepare(
          'DELETE FROM visit WHERE run_id = ? AND page_id = (SELECT max(page_id) FROM visit WHERE run_id = ?)',
        )
        .run(id, id);
      database.prepare('UPDATE run SET totals = NULL WHERE id = ?').run(id);
      database.close();
    });
    expect(lost).not.toBe('');
    expect(faults).toContain(`after kill 1: project ${UNTOUCHED} is null`);
    expect(faults.filter((fault) => /^run \d+ of \w+: \{/.test(fault))).toEqual([
      expect.stringContaining(lost),
    ]);
  } finally {
    await databases.stop();
  }
});
