import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, runTidemark, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

const server = sharedPostgres();
let site: EditedSite;
let folder: string;
afterAll(() => server.stop());
beforeEach(async () => {
  site = await editedSite();
  folder = await mkdtemp(join(tmpdir(), 'tidemark-other-database-'));
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Path and flag of every page in the report of the newest run, as a table. */
const flags = (finished: Finished): readonly string[] =>
  finished.stdout
    .split('\n')
    .flatMap((line) => {
      const [, flag] = /\b(NEW|SAM|UPD|MIS|ERR)\b/.exec(line) ?? [];
      const [, path] = /127\.0\.0\.1:\d+(\/\w*)/.exec(line) ?? [];
      return flag === undefined || path === undefined ? [] : [`${flag} ${path}`];
    })
    .toSorted();

// Each start of the program takes seconds on a busy machine.
describe('a backup taken during a run', { timeout: 300_000 }, () => {
  test('goes on in the other database: the run ends there, and the next visit finds the same', async () => {
    const here = join(folder, 'here');
    const file = join(folder, 'tides.backup');
    const environment = { DATABASE_URL: await server.createDatabase() };
    const there = join(folder, 'there');
    const held = site.hold('/gauge');
    const running = startTidemark(['track', site.url, '--data', here]);
    running.stdout.resume();
    running.stderr.resume();
    await held.asked;
    const taken = await runTidemark(['backup', file, '--data', here, '--json']);
    expect(taken).toMatchObject({ exitCode: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    held.release();
    await once(running, 'close');

    const restored = await runTidemark(['restore', file, '--data', there], { environment });
    expect(restored.stdout, restored.stderr).toMatch(/^Restored \d+ rows, as they were at 20/);
    const again = await runTidemark(['restore', file, '--data', there], { environment });
    expect(again.stderr).toContain('[STORE_NOT_EMPTY]');
    const resumed = await runTidemark(['track', site.url, '--data', there], { environment });
    expect(resumed).toMatchObject({ exitCode: 0 });

    site.edit();
    const visits = [
      await runTidemark(['track', site.url, '--data', here, '--json']),
      await runTidemark(['track', site.url, '--data', there, '--json'], { environment }),
    ];
    for (const visit of visits) expect(visit.exitCode, visit.stderr).toBe(0);
    const [onSqlite, onPostgres] = [
      flags(await runTidemark(['report', site.host, '--data', here, '--csv'])),
      flags(await runTidemark(['report', site.host, '--data', there, '--csv'], { environment })),
    ];
    expect(onSqlite.map((line) => line.slice(0, 3)).toSorted()).toContain('UPD');
    expect(onPostgres).toEqual(onSqlite);
  });

  test('never overwrites a file, and leaves no half one', async () => {
    const data = join(folder, 'data');
    const file = join(folder, 'mine');
    await writeFile(file, 'mine');
    await runTidemark(['track', site.url, '--data', data]);
    const refused = await runTidemark(['backup', file, '--data', data]);
    expect(refused.stderr).toContain('[APP_BACKUP_EXISTS]');
    const nowhere = await runTidemark(['backup', join(folder, 'no', 'folder'), '--data', data]);
    expect(nowhere.stderr).toContain('[APP_FILE_UNWRITABLE]');
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'mine']);
    const notOne = await runTidemark(['restore', file, '--data', join(folder, 'new')]);
    expect(notOne.stderr).toContain('[APP_FILE_UNREADABLE]');
    const missing = await runTidemark(['restore', join(folder, 'nothing'), '--data', join(folder, 'new')]);
    expect(missing.stderr).toContain('[APP_FILE_UNREADABLE]');
  });
});
