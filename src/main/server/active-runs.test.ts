import { expect, onTestFinished, test } from 'vitest';
import type { RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { RunLog } from '../../http/run-log.ts';
import { ActiveRuns } from './active-runs.ts';

/** Runs that end when the test says so. */
function activeRuns(mostAtOnce = 4) {
  const under = new Map<string, (ending: RunEnding) => void>();
  const runs = new ActiveRuns({
    start: async ({ project }: RunRequest) => {
      const { promise: ended, resolve } = Promise.withResolvers<RunEnding>();
      under.set(project, resolve);
      const handle: Partial<RunHandle> = {
        project: project as string,
        number: 1,
        ended,
        watch: () => () => undefined,
        pause: () => resolve({ state: 'paused' } as RunEnding),
        progress: () => null as never,
      };
      return handle as RunHandle;
    },
    afterRun: async () => undefined,
    waits: async () => false,
    mostAtOnce: () => mostAtOnce,
    onFailure: () => undefined,
    log: new RunLog(),
  });
  onTestFinished(() => runs.close());
  const begin = (user: string | null, project: string) =>
    runs.start({ project, url: null, visits: 'changes', onlyDue: false }, user).then(
      () => 'began',
      ({ code }: { readonly code: string }) => code,
    );
  return { runs, begin, end: (project: string) => under.get(project)?.({ state: 'finished' } as RunEnding) };
}

test('of runs that one user begins by hand, a few are under way; others have their own, and all users together a limit', async () => {
  const { runs, begin, end } = activeRuns();
  const ofAda = await Promise.all(Array.from({ length: 14 }, (_, n) => begin('ada', `a${n}`)));
  expect(ofAda.filter((outcome) => outcome === 'began')).toHaveLength(4);
  expect(new Set(ofAda)).toEqual(new Set(['began', 'API_TOO_MANY']));
  const ofOthers: string[] = [];
  for (const user of ['bob', 'cid', 'eve'])
    for (const n of [1, 2, 3, 4]) ofOthers.push(await begin(user, `${user}${n}`));
  expect(ofOthers).toEqual([...Array(8).fill('began'), ...Array(4).fill('API_BUSY')]);
  // An administrator knows what the machine can take, and a schedule has its own limit.
  expect(await begin(null, 'of the administrator')).toBe('began');
  end('a0');
  while (runs.find('a0') !== null) await new Promise(setImmediate);
  expect(await begin('ada', 'another of ada')).toBe('began');
});

test('where there are workers, many wait for one', async () => {
  const { begin } = activeRuns(1000);
  const ofAda = await Promise.all(Array.from({ length: 50 }, (_, n) => begin('ada', `a${n}`)));
  expect(new Set(ofAda)).toEqual(new Set(['began']));
});
