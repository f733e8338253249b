import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { WorkerProcess } from './worker-process.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe('a worker and its operator', { timeout: 300_000 }, () => {
  let url: string;
  let folder: string;
  let worker: WorkerProcess;
  let id: string;

  beforeEach(async () => {
    url = await postgres.createDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tidemark-nodes-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    worker = new WorkerProcess(url, folder);
    onTestFinished(async () => void (await worker.end('SIGKILL')));
    ({ id = '' } = await worker.says(({ event }) => event === 'working'));
  });

  const nodes = (...args: readonly string[]) =>
    runTidemark(['nodes', ...args], { environment: { DATABASE_URL: url, TIDEMARK_DATA: folder } });

  test('it is paused, resumed and drained by its id, and an unknown one is told with those that are there', async () => {
    expect((await nodes('ls')).stdout).toMatch(new RegExp(`${id}\\s+working\\s+0`));
    expect((await nodes('pause', id)).stdout).toContain('paused');
    await worker.says(({ event }) => event === 'paused');
    expect((await nodes('resume', id)).stdout).toContain('working');
    await worker.says(({ event }) => event === 'resumed');
    const unknown = await nodes('drain', 'nobody');
    expect(unknown.exitCode).not.toBe(0);
    expect(unknown.stderr).toContain(`There is no node "nobody". Alive now: ${id}.`);
    await nodes('drain', id);
    await expect(worker.says(() => false)).rejects.toThrow('The worker ended');
    expect((await nodes('ls')).stderr).toContain('There is no worker');
  });

  test('it stops with a sentence that says so when a newer Tidemark has changed the schema', async () => {
    const database = rawDatabase({ kind: 'postgres', url });
    await database.read((db) => sql`update meta set value = '9999' where key like 'version:%'`.execute(db));
    await database.close();
    await expect(worker.says(() => false)).rejects.toThrow(
      /A newer Tidemark has brought the database to schema version 9999, and this worker knows only \d+\. Install that version here/,
    );
  });
});
