import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { storedSecrets } from '../../../src/crawl/projects/stored-secrets.ts';
import { openDataFolder } from '../../../src/database/open-data-folder.ts';
import { startWorker } from '../../../src/features/cluster/start-worker.ts';
import { openClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { editedSite } from '../../kernel/database/edited-site.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { startedServer } from '../../kernel/http/started-server.ts';
import { runCommand } from '../projects/run-command.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

interface AnsweredRun {
  readonly state: string;
}

test('a run is accepted while all workers are busy: it waits, and starts by itself', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-waiting-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [busy, site] = [await editedSite(), await editedSite()];
  onTestFinished(() => busy.close());
  onTestFinished(() => site.close());
  const config = readConfig({ data: folder, databaseUrl: url }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const worker = await startWorker({ config, most: 1, onEvent: () => undefined });
  onTestFinished(async () => {
    worker.stop();
    await worker.ended;
  });
  const server = await startedServer({ kind: 'postgres', url });
  onTestFinished(() => server.close());
  for (const [name, at] of [
    ['first', busy],
    ['second', site],
  ] as const)
    await server.post('/api/projects', { url: at.url, name });
  const held = busy.hold('/moon');
  await server.post('/api/projects/first/runs');
  await held.asked;

  const start = (project: string) =>
    server.ask(`/api/projects/${project}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  const accepted = await start('second');
  expect([accepted.status, await accepted.json()]).toEqual([
    202,
    expect.objectContaining({ project: 'second', state: 'waiting', number: null, progress: null }),
  ]);
  expect(await server.json('/api/projects/second')).toMatchObject({ isWaiting: true, isRunning: false });
  const again = await start('second');
  expect([again.status, await again.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'STORE_LOCKED',
      detail: 'The run of "second" waits for a worker: all of them are busy. It starts by itself.',
    }),
  ]);
  expect(site.requests).toEqual([]);

  held.release();
  // It gets its number when it begins; the server hears of it a moment later.
  const states = async () =>
    (await server.json<{ items: AnsweredRun[] }>('/api/projects/second/runs')).items.map(
      ({ state }) => state,
    );
  await expect.poll(states, { timeout: 300_000 }).toEqual(['finished']);
  expect(await server.json('/api/projects/second')).toMatchObject({ isWaiting: false });
});

test('a run that waits for a worker can be withdrawn: it ends with the reason, and never begins', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-withdrawn-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [busy, site] = [await editedSite(), await editedSite()];
  onTestFinished(() => busy.close());
  onTestFinished(() => site.close());
  const config = readConfig({ data: folder, databaseUrl: url }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const worker = await startWorker({ config, most: 1, onEvent: () => undefined });
  onTestFinished(async () => {
    worker.stop();
    await worker.ended;
  });
  const server = await startedServer({ kind: 'postgres', url });
  onTestFinished(() => server.close());
  for (const [name, at] of [
    ['first', busy],
    ['second', site],
    ['third', site],
  ] as const)
    await server.post('/api/projects', { url: at.url, name });
  const held = busy.hold('/moon');
  await server.post('/api/projects/first/runs');
  await held.asked;
  const withdraw = (project: string) =>
    server.ask(`/api/projects/${project}/runs/waiting`, { method: 'DELETE' });
  const none = await withdraw('second');
  expect([none.status, await none.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'CLUSTER_NOTHING_WAITS' }),
  ]);
  expect(await (await withdraw('first')).text()).toContain('Run 1 has begun');

  for (const project of ['second', 'third'])
    expect(await server.post(`/api/projects/${project}/runs`)).toMatchObject({ state: 'waiting' });
  const queued = await runCommand(['queue', 'ls', '--json', '--data', folder], { DATABASE_URL: url });
  expect(queued.stdout).toMatch(/"kind":"waiting run","project":"second"/);
  expect((await withdraw('second')).status).toBe(204);
  const typed = await runCommand(['queue', 'withdraw', 'third', '--data', folder], { DATABASE_URL: url });
  expect(typed).toMatchObject({
    exitCode: 0,
    stdout: 'third: its run was withdrawn, and does not begin.\n',
  });
  const cluster = await openClusterStore({ url });
  onTestFinished(() => cluster.close());
  expect(await cluster.runs.waiting()).toEqual([]);
  const database = rawDatabase({ kind: 'postgres', url });
  onTestFinished(() => database.close());
  const rows = await database.read((db) =>
    db.selectFrom('cluster_run').select(['project', 'ending']).orderBy('project').execute(),
  );
  expect(rows.filter(({ project }) => project !== 'first')).toEqual([
    { project: 'second', ending: expect.stringMatching(/CLUSTER_RUN_WITHDRAWN.*withdrawn by admin/) },
    { project: 'third', ending: expect.stringMatching(/CLUSTER_RUN_WITHDRAWN.*on the command line/) },
  ]);
  expect(await cluster.queues.counts()).toMatchObject([{ name: 'host-job' }, { name: 'run', waiting: 0 }]);
  expect(await server.json('/api/projects/second')).toMatchObject({ isWaiting: false, isRunning: false });

  // Who works next takes what was handed over later: the withdrawn one was before it.
  held.release();
  const states = async (project: string) =>
    (await server.json<{ items: AnsweredRun[] }>(`/api/projects/${project}/runs`)).items.map(
      ({ state }) => state,
    );
  await expect.poll(() => states('first'), { timeout: 300_000 }).toEqual(['finished']);
  expect(site.requests).toEqual([]);
  expect(await server.post('/api/projects/third/runs')).toMatchObject({ number: 1 });
  await expect.poll(() => states('third'), { timeout: 300_000 }).toEqual(['finished']);
  expect(await states('second')).toEqual([]);
});

test('a run that is withdrawn when a worker takes it is either taken or ended, never both', async () => {
  const url = await postgres.createDatabase();
  const cluster = await openClusterStore({ url });
  onTestFinished(() => cluster.close());
  const hand = async (project: string) => {
    const jobId = randomUUID();
    await cluster.runs.add({ jobId, project, request: '{}' }, async () => undefined);
    return jobId;
  };
  const removed: string[] = [];
  const withdraw = (project: string) =>
    cluster.runs.withdraw(project, { ending: '"gone"', reason: 'withdrawn by ada' }, async (id) => {
      removed.push(id);
    });
  const early = await hand('early');
  expect(await withdraw('early')).toMatchObject({ ending: '"gone"' });
  expect(await cluster.runs.take(early, 'node', 0)).toBe(null);
  expect(removed).toEqual([early]);

  // Taken by a worker that has not begun, and may never: whoever takes it next sees that it is not wanted.
  const late = await hand('late');
  await cluster.runs.take(late, 'node', 0);
  expect(await withdraw('late')).toMatchObject({ ending: null });
  expect(await cluster.runs.take(late, 'other', 0)).toMatchObject({
    runNumber: null,
    pauseReason: 'withdrawn by ada',
  });

  const begun = await hand('begun');
  await cluster.runs.take(begun, 'node', 0);
  await cluster.runs.report(begun, { runNumber: 1, report: '{}' });
  expect(await withdraw('begun')).toBe(null);
  expect(removed).toEqual([early]);
});

test('/metrics says how late a scheduled run is that waits for a worker, and the log that workers lack the key', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-late-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = await editedSite();
  onTestFinished(() => site.close());
  const held = site.hold('/moon');
  for (const name of ['one', 'other']) {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, `name: ${name}\nsource: ${site.url}\nschedule: every 1h\n`);
    const added = await runCommand(['projects', 'add', file, '--data', folder], { DATABASE_URL: url });
    expect(added).toMatchObject({ exitCode: 0 });
  }
  const config = readConfig(
    { data: folder, databaseUrl: url },
    { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8', TIDEMARK_OPEN_METRICS: 'yes' },
  );
  const store = await openDataFolder(config, 'write', 'test');
  await storedSecrets(store, config).keep('forum', 'open sesame');
  await store.close();
  // One run at a time: whichever project begins, the other one waits.
  const worker = await startWorker({ config, most: 1, onEvent: () => undefined });
  onTestFinished(async () => {
    worker.stop();
    await worker.ended;
  });
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  const server = await startServer({ config, host: '127.0.0.1', port: 0, log, webFolder: '' });
  onTestFinished(() => server.close());
  const lateness = async () =>
    Number(
      /^tidemark_schedule_lateness_seconds (\S+)$/m.exec(
        await (await fetch(`${server.url}/metrics`)).text(),
      )?.[1],
    );
  await held.asked;
  await expect.poll(lateness, { timeout: 300_000 }).toBeGreaterThan(1);
  held.release();
  await expect.poll(lateness, { timeout: 300_000 }).toBe(0);
  expect(lines.filter((line) => line.includes('CLUSTER_KEY_NOT_SHARED'))).toHaveLength(1);
});
