import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { newUser } from '../../kernel/http/people-of-a-server.ts';
import { startedServer } from '../../kernel/http/started-server.ts';
import { runCommand } from '../projects/run-command.ts';
import { fillSet, judgeAll } from './fill-set.ts';

test('settings are tried and recommended while a server has the data folder, and only judges see the set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  const { set, sites } = await fillSet(store, 'mine', 2, 12);
  await judgeAll(store, set, sites);
  await store.close();
  const server = await startedServer({ kind: 'sqlite', folder });
  onTestFinished(() => server.close());
  const tidemark = (...words: readonly string[]) => runCommand(['--data', folder, 'calibrate', ...words]);

  const run = await tidemark('run', 'mine', '--kinds', 'words:1-2', '--threads', '1');
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+ settings tried in/) });
  const report = await tidemark('report', 'mine', '--json');
  expect(report).toMatchObject({ exitCode: 0, stderr: '' });
  const { setting } = JSON.parse(report.stdout) as { readonly setting: string };
  expect(await server.json('/api/calibration')).toMatchObject({
    sets: [{ name: 'mine', recommended: setting }],
  });

  const cookie = await newUser(server, 'edda', 'editor');
  const asEdda = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  expect(await asEdda('/api/calibration')).toEqual({ status: 200, body: { sets: [] } });
  const hidden = await asEdda('/api/calibration/mine/pair');
  const missing = await asEdda('/api/calibration/nine/pair');
  expect(hidden.status).toBe(404);
  // Each answer names its own request.
  const { request: _, ...reported } = hidden.body as Record<string, unknown>;
  expect(missing.body).toMatchObject({ ...reported, detail: 'There is no calibration set "nine".' });
  expect(Object.keys(missing.body)).toEqual(Object.keys(hidden.body));

  expect(await tidemark('judges', 'mine', 'edda')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('edda'),
  });
  expect(await asEdda('/api/calibration')).toMatchObject({ body: { sets: [{ name: 'mine' }] } });
  expect(await asEdda('/api/calibration/mine/pair')).toMatchObject({ status: 200 });
  expect(await tidemark('judges', 'mine', '--none')).toMatchObject({ exitCode: 0 });
  expect(await asEdda('/api/calibration')).toMatchObject({ body: { sets: [] } });
});

test.each([
  [['run', 'nobody'], 'CALIBRATE_SET_UNKNOWN'],
  [['run', 'mine', '--algorithms', 'guessing'], 'CALIBRATE_GRID_INVALID'],
  [['run', 'mine', '--kinds', 'letters:3'], 'FINGERPRINT_OPTION_INVALID'],
  [['report', 'mine', '--weight', 'much'], 'CLI_OPTION_INVALID'],
  [['report', 'mine'], 'CALIBRATE_NOT_RUN'],
  [['judges', 'mine', 'nobody'], 'APP_USER_UNKNOWN'],
  [['record', 'http://127.0.0.1:1/', '--set', 'content'], 'CALIBRATE_SET_NAME_INVALID'],
])('%j is the mistake of whoever typed it: %s', async (words, code) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  await store.calibrations.create('mine', 1);
  await store.close();
  const { exitCode, stderr } = await runCommand(['--data', folder, 'calibrate', ...words]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`[${code}]`) });
});

test.each([['run'], ['report'], ['judges'], ['export'], ['rm']])(
  '%s of a set where nothing is stored is the same mistake, and makes nothing',
  async (word) => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const words = ['--data', join(folder, 'data'), 'calibrate', word, 'mine'];
    const { exitCode, stderr } = await runCommand(word === 'export' ? [...words, 'file'] : words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('[CALIBRATE_SET_UNKNOWN]'),
    });
    expect(await readdir(folder)).toEqual([]);
  },
);
