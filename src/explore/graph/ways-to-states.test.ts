import { expect, test } from 'vitest';
import { clickOn, stateAt } from './example-states.example.ts';
import { actionsTo, waysToStates } from './state-graph.ts';

test('a state is reached by the fewest actions, and by the oldest of several such ways', () => {
  const edge = (from: number, to: number, label: string) => ({
    from,
    to,
    action: clickOn(label),
    distance: 0,
  });
  const ways = waysToStates({
    states: [0, 1, 2, 3, 4].map((number) => stateAt(number)),
    transitions: [
      edge(0, 1, 'a'),
      edge(1, 2, 'b'),
      edge(2, 3, 'c'),
      edge(3, 0, 'd'),
      edge(0, 3, 'e'),
      edge(0, 3, 'f'),
      edge(3, 3, 'g'),
    ],
  });
  const labels = (number: number) => actionsTo(ways, number).map(({ place }) => place?.label);
  expect(labels(0)).toEqual([]);
  expect(labels(2)).toEqual(['a', 'b']);
  expect(labels(3)).toEqual(['e']);
  expect(ways.has(4)).toBe(false);
});
