import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestTurns } from './request-turns.ts';

/** How often other work of the thread had its turn before each request began. */
async function turnsOfOthers(turns: RequestTurns, requests: number): Promise<readonly number[]> {
  let [others, isOver] = [0, false];
  const before: number[] = [];
  const working = (async () => {
    for (; !isOver; await nextTurn()) others++;
  })();
  await Promise.all(
    Array.from({ length: requests }, async () => {
      const end = await turns.take('listPages');
      before.push(others);
      end();
    }),
  );
  isOver = true;
  await working;
  return before;
}

test('while runs are under way, they have a turn between any two requests', async () => {
  const before = await turnsOfOthers(new RequestTurns(() => true), 30);
  expect(before).toHaveLength(30);
  expect(before).toEqual([...new Set(before)].toSorted((a, b) => a - b));
});

test('without runs, nobody waits', async () => {
  expect(new Set(await turnsOfOthers(new RequestTurns(() => false), 30)).size).toBe(1);
});

test('requests that wait when the last run ends are let in', async () => {
  let hasRuns = true;
  const turns = new RequestTurns(() => hasRuns);
  const waiting = ['a', 'b', 'c'].map((kind) => turns.take(kind));
  hasRuns = false;
  await Promise.all(waiting);
});

test('a request that never ends does not keep the next one waiting for ever', async () => {
  const turns = new RequestTurns(() => true);
  const endless = await turns.take('watchRuns');
  (await turns.take('listPages'))();
  endless();
});
