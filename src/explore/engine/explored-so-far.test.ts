import { expect, test } from 'vitest';
import type { SeenState, TriedAction } from '../exploration-record.ts';
import type { Action } from '../graph/state-graph.ts';
import { ExploredSoFar } from './explored-so-far.ts';

const click = (label: string): Action => ({
  kind: 'click',
  place: { path: [`#${label}`], label, element: 'button' },
  filled: [],
  value: '',
});
const state = (number: number, depth: number, ...labels: readonly string[]): SeenState => ({
  state: { number, url: 'http://127.0.0.1/', title: '', hash: String(number), depth },
  html: '',
  stripped: '',
  screenshot: null,
  distances: [],
  candidates: labels.map(click),
  avoided: [],
});
const tried = (from: number, candidate: number, to: number | null, label = 'a'): TriedAction => ({
  from,
  candidate,
  transition: to === null ? null : { from, to, action: click(label), distance: 0 },
  failure: '',
});

test('what is to be tried comes in the order of states, whatever has been tried', () => {
  const soFar = new ExploredSoFar(
    { states: [state(0, 0, 'a', 'b'), state(1, 1, 'c')], tried: [tried(0, 0, 1)] },
    5,
  );
  expect(soFar.waiting).toBe(2);
  expect([soFar.next(), soFar.next(), soFar.next()]).toMatchObject([
    { from: 0, candidate: 1 },
    { from: 1, candidate: 0 },
    null,
  ]);
  soFar.add(state(2, 2, 'd'));
  expect(soFar.next()).toMatchObject({ from: 2, candidate: 0 });
});

test('states that are too deep are not gone on from', () => {
  const soFar = new ExploredSoFar({ states: [state(0, 0, 'a'), state(1, 1, 'b')], tried: [] }, 1);
  expect([soFar.next()?.from, soFar.next()]).toEqual([0, null]);
  expect(soFar.isCutByDepth).toBe(true);
});

test('the way to a state is the first that was found', () => {
  const states = [state(0, 0, 'a', 'b'), state(1, 1, 'c'), state(2, 2)];
  const soFar = new ExploredSoFar(
    { states, tried: [tried(0, 0, 1), tried(0, 1, 1, 'b'), tried(1, 0, 2, 'c')] },
    5,
  );
  expect(soFar.wayTo(2).map(({ place }) => place?.label)).toEqual(['a', 'c']);
  expect(soFar.wayTo(0)).toEqual([]);
});

test('the same thing in a row is counted', () => {
  const states = [state(0, 0, 'a'), state(1, 1, 'a', 'b'), state(2, 2, 'a')];
  const soFar = new ExploredSoFar({ states, tried: [tried(0, 0, 1), tried(1, 0, 2)] }, 5);
  const times = (from: number, label: string) =>
    soFar.timesInARow({ from, candidate: 0, action: click(label) });
  expect([times(0, 'a'), times(2, 'a'), times(2, 'b')]).toEqual([1, 3, 1]);
});
