import { expect, onTestFinished, test } from 'vitest';
import type { ExplorationHandle } from '../../crawl/run/explorations.ts';
import { ActiveExplorations } from './active-explorations.ts';

/** Explorations that never end by themselves. */
function activeExplorations() {
  let now = 0;
  const stopped: string[] = [];
  const explorations = new ActiveExplorations({
    start: async ({ project }) => {
      const { promise: ended, resolve } = Promise.withResolvers<null>();
      const stop = () => {
        stopped.push(project as string);
        resolve(null);
      };
      return { project, number: 1, resumed: false, hasChannels: false, ended, stop } as ExplorationHandle;
    },
    afterExploration: async () => undefined,
    onFailure: () => undefined,
    now: () => now,
  });
  onTestFinished(() => explorations.close());
  const begin = (user: string | null, project: string) =>
    explorations.start(project, {}, user).then(
      () => 'began',
      ({ code }: { readonly code: string }) => code,
    );
  const pass = (minutes: number) => {
    now += minutes * 60_000;
  };
  return { begin, stopped, pass };
}

test('one user has three of the four places, and another one the fourth', async () => {
  const { begin } = activeExplorations();
  const ofAda: string[] = [];
  for (const n of [1, 2, 3, 4]) ofAda.push(await begin('ada', `a${n}`));
  expect(ofAda).toEqual(['began', 'began', 'began', 'API_TOO_MANY']);
  expect(await begin('bob', 'b1')).toBe('began');
});

test('an exploration gives way after ten minutes to a user who has no place, the oldest first', async () => {
  const { begin, stopped, pass } = activeExplorations();
  for (const n of [1, 2, 3]) {
    await begin('ada', `a${n}`);
    pass(1);
  }
  await begin('bob', 'b1');
  expect(await begin('cid', 'c1')).toBe('API_BUSY');
  pass(8);
  expect(await begin('cid', 'c1')).toBe('began');
  expect(stopped).toEqual(['a1']);
  pass(20);
  // Who has a place waits for one of their own to end.
  expect(await begin('bob', 'b2')).toBe('API_BUSY');
  expect(stopped).toEqual(['a1']);
});
