import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { siteRecording } from '../../../src/features/calibration/site-recording.ts';
import { startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { serveSite } from '../../sites/plain/site-server.ts';
import { runCommand } from '../projects/run-command.ts';
import { applicationsNamed } from './read-as.ts';

test('a recording that was killed goes on, and is what one in one go is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [application] = applicationsNamed(['pagination']);
  if (application === undefined) throw new Error('there is no application');
  const site = await serveSite(application.serve());
  onTestFinished(() => site.close());
  const environment = { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const words = (set: string) => ['--data', folder, 'calibrate', 'record', `${site.origin}/`, '--set', set];
  expect(await runCommand(words('whole'), environment)).toMatchObject({ exitCode: 0 });
  const reader = await openStore({ kind: 'sqlite', folder, access: 'read' });
  onTestFinished(() => reader.close());
  const recordingOf = async (name: string) => {
    const set = await reader.calibrations.find(name);
    const [recorded] = set === null ? [] : await reader.calibrations.sites(set.id);
    if (set === null || recorded === undefined) return { recorded: null, states: [], tried: [] };
    const { states, tried } = await siteRecording(reader, set.id, recorded);
    return {
      recorded,
      states: states.map(({ state }) => state),
      tried: tried.map(({ loads: _, ...action }) => action),
    };
  };

  const child = startTidemark(words('killed'), environment);
  child.stdin.end();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect
    .poll(async () => (await recordingOf('killed')).tried.length, { interval: 5, timeout: 300_000 })
    .toBeGreaterThan(1);
  child.kill('SIGKILL');
  await ended;
  expect((await recordingOf('killed')).recorded).toMatchObject({ ending: null });
  const { stdout } = await runCommand(words('killed'), environment);
  expect(stdout).toContain('going on from an earlier recording');
  const [whole, resumed] = [await recordingOf('whole'), await recordingOf('killed')];
  expect(resumed.recorded).toMatchObject({ number: 1, ending: 'complete' });
  expect(resumed.states).toEqual(whole.states);
  expect(resumed.tried).toEqual(whole.tried);
});
