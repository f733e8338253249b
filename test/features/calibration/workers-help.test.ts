import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { gridOf } from '../../../src/features/calibration/points/setting-grid.ts';
import { runGrid } from '../../../src/features/calibration/run-points.ts';
import { startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { WorkerProcess } from '../cluster/worker-process.ts';
import { runCommand } from '../projects/run-command.ts';
import { fillSet } from './fill-set.ts';
import { outcomeOf } from './outcome-of.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('a worker tries settings for somebody who was killed; when it is killed too, the rest follows with the same results', async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openStore({ kind: 'postgres', url, access: 'write' });
  onTestFinished(() => store.close());
  const families = gridOf({ algorithms: ['broder'], features: ['words:1-9', 'chars:1-15'], steps: 10 });
  const { set: whole } = await fillSet(store, 'whole', 1, 14);
  const all = await runGrid(store, families, { set: whole, threads: 1 });
  const { set } = await fillSet(store, 'mine', 1, 14);
  const done = async () => (await store.calibrations.pointsDone(set.id)).size;
  const environment = { DATABASE_URL: url };
  const words = [
    '--algorithms',
    'broder',
    '--kinds',
    'words:1-9,chars:1-15',
    '--steps',
    '10',
    '--threads',
    '1',
  ];
  const run = ['--data', folder, 'calibrate', 'run', 'mine', '--json', ...words];

  const starter = startTidemark(run, environment);
  starter.stdin.end();
  const gone = new Promise((resolve) => starter.once('exit', resolve));
  await expect
    .poll(() => store.calibrations.requestedGrids(), { interval: 5, timeout: 300_000 })
    .toHaveLength(1);
  starter.kill('SIGKILL');
  await gone;
  const left = await done();
  expect(left).toBeLessThan(all);

  const worker = new WorkerProcess(url, folder);
  onTestFinished(async () => void (await worker.end('SIGKILL')));
  await worker.says(({ event }) => event === 'calibrating');
  await expect.poll(done, { interval: 5, timeout: 300_000 }).toBeGreaterThan(left);
  await worker.end('SIGKILL');
  const kept = await done();
  expect(kept).toBeLessThan(all);

  const { exitCode, stdout } = await runCommand(run, environment);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ run: all - kept, elsewhere: 0, stored: all });
  expect(await store.calibrations.requestedGrids()).toEqual([]);
  expect(await outcomeOf(store, set)).toEqual(await outcomeOf(store, whole));
});
