import { expect, test } from 'vitest';
import type { Run } from '../../crawl/tables/run.ts';
import type { Store } from '../../database/store.ts';
import { readProjectFacts } from '../../project/index.ts';
import { plannedRun } from './planned-runs.ts';

const at = (time: string) => Date.parse(`2026-11-18T${time}Z`);
const project = {
  id: 1,
  name: 'tides',
  startUrl: 'https://tides.example/',
  settings: '',
  createdAt: at('06:00'),
};
const facts = readProjectFacts('name: tides\nsource: https://tides.example/\nschedule: every 10m\n');
const paused: Run = {
  ...{ id: 1, projectId: 1, number: 1, state: 'paused', settings: '', savedState: null },
  ...{ pauseReason: 'it failed', dueAt: null, knownPages: null, retentionAt: null },
  ...{ confirmedAt: null, confirmedBy: null },
  startedAt: at('09:00'),
  endedAt: at('09:01'),
  resumeAt: at('09:05'),
};
const nextAt = async (now: string) =>
  (await plannedRun({} as Store, project, at(now), { facts, latest: paused, lastTry: null })).at;

test('a run that failed goes on at the time that it noted', async () => {
  expect(await nextAt('09:02')).toBe(at('09:05'));
});

test('a time that was noted by a clock which was ahead does not put the run off', async () => {
  expect(await nextAt('08:02')).toBe(at('08:10'));
});
