import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { newKeyText } from '../../../src/access/index.ts';
import { readConfig } from '../../../src/config/index.ts';
import { storedSecrets } from '../../../src/crawl/projects/stored-secrets.ts';
import { openDataFolder } from '../../../src/database/open-data-folder.ts';
import { startWorker } from '../../../src/features/cluster/start-worker.ts';
import type { WorkerEvent } from '../../../src/features/cluster/worker-context.ts';
import { exitCodeOf, runTidemark, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('a worker without a terminal writes a log as the server does', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-worker-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await postgres.createDatabase(), TIDEMARK_DATA: folder };
  const worker = startTidemark(['worker'], environment);
  const ended = exitCodeOf(worker);
  onTestFinished(async () => {
    worker.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(createInterface(worker.stderr), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ level: 30, event: 'working', msg: 'working', pid: worker.pid });
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a number of runs that is no plain number is refused', { timeout: 300_000 }, async () => {
  const refused = await runTidemark(['worker', '--runs', '0x2']);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('from 1 to 1000')]);
});

test('a worker whose key is not that of the stored secrets says so at its start', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-worker-key-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [ours, theirs] = [newKeyText(), newKeyText()];
  const at = (key: string) => readConfig({ data: folder, databaseUrl: url, secretKey: key }, {});
  const store = await openDataFolder(at(ours), 'write', 'test');
  await storedSecrets(store, at(ours)).keep('forum', 'open sesame');
  await store.close();
  const said = async (key: string) => {
    const events: WorkerEvent[] = [];
    const worker = await startWorker({ config: at(key), most: 1, onEvent: (event) => events.push(event) });
    worker.stop();
    await worker.ended;
    return events.filter(({ event }) => event === 'trouble');
  };
  expect(await said(ours)).toEqual([]);
  expect(await said(theirs)).toEqual([
    {
      event: 'trouble',
      message: expect.stringMatching(/^This worker cannot read the stored secrets.*one key/),
    },
  ]);
});
