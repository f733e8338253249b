import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestTurns, type TurnRequest, UsualTimes } from './request-turns.ts';

const asked = (from: string, isStranger = false): TurnRequest => ({
  kind: 'listPages',
  isStranger,
  from,
  isGone: () => false,
});

/** How often other work of the thread had its turn before each request began. */
async function turnsOfOthers(turns: RequestTurns, requests: number): Promise<readonly number[]> {
  let [others, isOver] = [0, false];
  const before: number[] = [];
  const working = (async () => {
    for (; !isOver; await nextTurn()) others++;
  })();
  await Promise.all(
    Array.from({ length: requests }, async () => {
      const end = await turns.take(asked('ann'));
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

test('without runs, some begin at once, and other work has its turn before the next', async () => {
  const before = await turnsOfOthers(new RequestTurns(() => false), 30);
  expect(before.filter((turns) => turns === before[0]).length).toBeGreaterThan(10);
  expect(new Set(before).size).toBeGreaterThan(1);
});

test('requests that wait when the last run ends are let in', async () => {
  let hasRuns = true;
  const turns = new RequestTurns(() => hasRuns);
  const waiting = ['a', 'b', 'c'].map((from) => turns.take(asked(from)));
  hasRuns = false;
  await Promise.all(waiting);
});

test('a request that never ends does not keep the next one waiting for ever', async () => {
  const turns = new RequestTurns(() => true);
  const endless = await turns.take({ ...asked('ann'), kind: 'watchRuns' });
  (await turns.take(asked('ann')))();
  endless();
});

/** Which requests are given turns, in order, when all ask at once, and which are refused. */
async function orderOf(asking: readonly TurnRequest[]): Promise<{ given: string[]; refused: string[] }> {
  const turns = new RequestTurns(() => true);
  const [given, refused]: [string[], string[]] = [[], []];
  await Promise.all(
    asking.map(async (each) => {
      try {
        const end = await turns.take(each);
        given.push(each.from);
        end();
      } catch (error) {
        expect(error).toMatchObject({ code: 'API_TOO_MANY', decision: 'retry' });
        refused.push(each.from);
      }
    }),
  );
  return { given, refused };
}

test('a flood of strangers costs a user one turn at most, and all but a few of them are refused', async () => {
  const strangers = Array.from({ length: 2000 }, (_, i) => asked(`192.0.2.${i % 200}`, true));
  const { given, refused } = await orderOf([...strangers, asked('ann'), asked('ann'), asked('ben')]);
  expect(refused).toHaveLength(2000 - 1 - 100);
  // The first had a turn before anybody else came.
  expect(given.slice(1, 5).filter((from) => !from.startsWith('192'))).toEqual(['ann', 'ben', 'ann']);
});

test('one address of a stranger does not take the turns of another, nor one user those of another', async () => {
  const flood = Array.from({ length: 500 }, () => asked('192.0.2.1', true));
  const { given, refused } = await orderOf([...flood, asked('192.0.2.2', true)]);
  expect(new Set(refused)).toEqual(new Set(['192.0.2.1']));
  expect(given.indexOf('192.0.2.2')).toBeLessThan(3);
  const own = await orderOf([...Array.from({ length: 500 }, () => asked('ann')), asked('ben')]);
  expect(own.refused.length).toBeGreaterThan(0);
  expect(own.refused).not.toContain('ben');
  expect(own.given.indexOf('ben')).toBeLessThan(3);
});

test('strangers are let in now and then while users wait, so that they can log in', async () => {
  const users = Array.from({ length: 40 }, (_, i) => asked(`user ${i}`));
  const { given } = await orderOf([...users, asked('192.0.2.1', true)]);
  expect(given.indexOf('192.0.2.1')).toBeLessThan(6);
});

test('a client that has gone gets no turn', async () => {
  const turns = new RequestTurns(() => true);
  const first = await turns.take(asked('ann'));
  const gone = turns.take({ ...asked('ann'), isGone: () => true });
  first();
  await expect(gone).rejects.toMatchObject({ code: 'API_TOO_MANY' });
  (await turns.take(asked('ann')))();
});

test('the quickest of the last ten is how long such a request takes', () => {
  const times = new UsualTimes();
  expect(times.of('listPages')).toBe(0);
  for (const ms of [4, 20, 3, 50]) times.note('listPages', ms);
  times.note('searchPages', 70);
  expect([times.of('listPages'), times.of('searchPages')]).toEqual([3, 70]);
  for (let count = 0; count < 10; count++) times.note('listPages', 9);
  expect(times.of('listPages')).toBe(9);
});

test('when strangers crowd in, those who have most waiting give way to one who has none', async () => {
  const crowd = Array.from({ length: 3 }, (_, at) => `198.51.${at}`);
  const many = crowd.flatMap((from) => Array.from({ length: 40 }, () => asked(from, true)));
  const { given, refused } = await orderOf([...many, asked('192.0.2', true)]);
  expect(given).toContain('192.0.2');
  expect(given.indexOf('192.0.2')).toBeLessThan(6);
  expect(new Set(refused)).toEqual(new Set(crowd));
});
