import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type State, waysToStates } from '../../../src/explore/index.ts';
import { layOut } from '../../../web/src/features/states/lay-out.ts';

function stateNumbered(number: number): State {
  return { number, url: '', title: '', hash: '', depth: 0 };
}

/** A state for each entry and one before them; the entry says which older state leads to it. */
function laidOut(parents: readonly number[], place = { width: 1000, height: 700 }) {
  const states = [0, ...parents.map((_, at) => at + 1)].map(stateNumbered);
  const ways = waysToStates({ states, transitions: parents.map((from, at) => ({ from, to: at + 1 })) });
  return layOut(states, ways, place);
}

test('no state covers another one, and each is below the one that leads to it', () => {
  const trees = fc
    .integer({ min: 0, max: 200 })
    .chain((size) => fc.tuple(...Array.from({ length: size }, (_, at) => fc.integer({ min: 0, max: at }))));
  fc.assert(
    fc.property(trees, (parents) => {
      const { positions } = laidOut(parents);
      const at = (number: number) => positions.get(number) ?? { x: Number.NaN, y: Number.NaN };
      expect(positions.size).toBe(parents.length + 1);
      expect(new Set([...positions.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(positions.size);
      for (const [place, from] of parents.entries()) expect(at(place + 1).y).toBeGreaterThan(at(from).y);
    }),
    { seed: 5, numRuns: 60 },
  );
});

test('few states are a tree, many use the shape of the window', () => {
  const few = laidOut([0, 0, 0, 1]);
  expect(few.bands.map(({ actions }) => actions)).toEqual([0, 1, 2]);
  expect(new Set([1, 2, 3].map((number) => few.positions.get(number)?.y)).size).toBe(1);
  const points = [...laidOut(Array.from({ length: 499 }, () => 0)).positions.values()];
  const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
  const height = Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y));
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(2);
});

test('what nothing leads to is not drawn', () => {
  const states = [0, 1].map(stateNumbered);
  expect([...layOut(states, new Map(), { width: 10, height: 10 }).positions.keys()]).toEqual([0]);
});
