import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startDatabases } from '../../kernel/database/store-databases.ts';
import { runServerChaos } from './run-server-chaos.ts';

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
    let dropped = '';
    const { faults } = await runServerChaos('planted', 1, place, (acknowledged) => {
      const edited = acknowledged.names().filter((name) => name.startsWith('project edited-'));
      dropped = edited.find((name) => acknowledged.settled(name) !== null) ?? '';
      const database = new DatabaseSync(join(place.folder, 'tidemark.db'));
      database.prepare('DELETE FROM project WHERE name = ?').run(dropped.replace('project ', ''));
      database.exec(
        `DELETE FROM visit WHERE (run_id, page_id) IN (SELECT run_id, page_id FROM visit ORDER BY run_id LIMIT 1);
        UPDATE run SET totals = NULL`,
      );
      database.close();
    });
    expect(dropped).not.toBe('');
    expect(faults).toContain(`after kill 1: ${dropped} is null`);
    expect(faults.filter((fault) => /^run \d+ of \w+: \{/.test(fault))).toHaveLength(1);
  } finally {
    await databases.stop();
  }
});
