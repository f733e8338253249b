import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, type State, type StateGraph, waysToStates } from '../../../explore/index.ts';
import { atThreshold } from './at-threshold.ts';

const clickOn = (label: string): Action => ({
  kind: 'click',
  place: { path: [`#${label}`], label, element: 'button' },
  filled: [],
  value: '',
});

const stateAt = (number: number): State => ({
  number,
  url: `https://example.org/${number}`,
  title: `State ${number}`,
  hash: `hash-${number}`,
  depth: number === 0 ? 0 : 1,
});

/**
 * Graphs as an exploration leaves them: each state but the index was found from an older one, and there are transitions back, across and to itself.
 * Distances are symmetric, larger than the threshold, and often equal to each other, so that thresholds meet them exactly.
 */
function randomGraphs(most = 24): fc.Arbitrary<StateGraph> {
  return fc.integer({ min: 1, max: most }).chain((size) =>
    fc
      .record({
        parents: fc.tuple(
          ...Array.from({ length: size - 1 }, (_, place) => fc.integer({ min: 0, max: place })),
        ),
        more: fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: size }),
        threshold: fc.constantFrom(0, 0.1, 0.3),
        steps: fc.array(fc.integer({ min: 1, max: 20 }), {
          minLength: (size * (size - 1)) / 2,
          maxLength: (size * (size - 1)) / 2,
        }),
      })
      .map(({ parents, more, threshold, steps }) => ({
        setting: 'content',
        threshold,
        states: Array.from({ length: size }, (_, number) => stateAt(number)),
        transitions: [
          ...parents.map((from, place) => ({ from, to: place + 1 })),
          ...more.map(([from, to]) => ({ from, to })),
        ].map(({ from, to }) => ({ from, to, action: clickOn(`to-${to}`), distance: 0 })),
        distances: Array.from({ length: size }, (_, a) =>
          steps
            .slice((a * (a - 1)) / 2, (a * (a - 1)) / 2 + a)
            .map((step) => threshold + ((1 - threshold) * step) / 20),
        ),
      })),
  );
}

/** Three states in a row, and one that the index also leads to. */
function graphOf(
  distances: readonly (readonly number[])[],
  edges: readonly (readonly [number, number])[],
): StateGraph {
  return {
    setting: 'content',
    threshold: 0.1,
    states: distances.map((_, number) => stateAt(number)),
    transitions: edges.map(([from, to]) => ({ from, to, action: clickOn(`to-${to}`), distance: 0 })),
    distances,
  };
}

const numbersIn = (graph: StateGraph, threshold: number) =>
  atThreshold(graph, threshold).states.map(({ number }) => number);

/**
 * Algorithm 2 as it is printed, line by line, with objects that refer to each other by name. The second `if` is after the inner loop: as printed,
 * inside it, the index, which has no distances, would never come into statesInGraph, and the example of the text would not come about.
 */
function algorithm2(graph: StateGraph, threshold: number): readonly number[] {
  const name = (number: number) => `state${number}`;
  const states = graph.states.map(({ number }) => ({
    name: name(number),
    duplicateDistance: Object.fromEntries(
      (graph.distances[number] ?? []).map((distance, other) => [name(other), distance]),
    ),
  }));
  const remaining = new Set(states.map((state) => state.name));
  const statesInGraph: string[] = [];
  for (const state of states) {
    for (const [otherState, distance] of Object.entries(state.duplicateDistance)) {
      if (statesInGraph.includes(otherState) && distance <= threshold) {
        remaining.delete(state.name);
      }
    }
    if (remaining.has(state.name)) {
      statesInGraph.push(state.name);
    }
  }
  removeUnconnectedStates();
  return graph.states.map(({ number }) => number).filter((number) => remaining.has(name(number)));

  function removeUnconnectedStates(): void {
    for (const state of [...remaining]) if (!isConnected(state, remaining)) remaining.delete(state);
  }

  function isConnected(state: string, among: ReadonlySet<string>, seen: readonly string[] = []): boolean {
    if (state === name(0)) return true;
    return graph.transitions.some(
      ({ from, to }) =>
        name(to) === state &&
        among.has(name(from)) &&
        !seen.includes(name(from)) &&
        isConnected(name(from), among, [...seen, state]),
    );
  }
}

describe('a graph under a larger threshold', () => {
  test('is what algorithm 2 of the paper makes of it, on random graphs', () => {
    let checked = 0;
    fc.assert(
      fc.property(randomGraphs(12), fc.integer({ min: 0, max: 20 }), (graph, step) => {
        const threshold = graph.threshold + ((1 - graph.threshold) * step) / 20;
        expect(numbersIn(graph, threshold)).toEqual(algorithm2(graph, threshold));
        checked += 1;
      }),
      { seed: 32, numRuns: 300 },
    );
    expect(checked).toBe(300);
  });

  test('every state is there or removed, and transitions join states that are there', () => {
    fc.assert(
      fc.property(randomGraphs(), fc.double({ min: 0.3, max: 1, noNaN: true }), (graph, threshold) => {
        const { states, transitions, removed, ways } = atThreshold(graph, threshold);
        const there = new Set(states.map(({ number }) => number));
        expect([...there, ...removed.map(({ number }) => number)].toSorted((a, b) => a - b)).toEqual(
          graph.states.map(({ number }) => number),
        );
        expect(there.has(0)).toBe(true);
        for (const { from, to } of transitions) expect(there.has(from) && there.has(to)).toBe(true);
        expect(ways).toEqual(waysToStates({ states, transitions }));
      }),
      { seed: 33, numRuns: 200 },
    );
  });

  test('a near-duplicate goes, with what only it leads to, and says why', () => {
    const graph = graphOf(
      [[], [0.2], [0.9, 0.9], [0.8, 0.8, 0.8]],
      [
        [0, 1],
        [1, 2],
        [0, 3],
      ],
    );
    expect(atThreshold(graph, 0.1).removed).toEqual([]);
    const { states, transitions, removed } = atThreshold(graph, 0.2);
    expect(states.map(({ number }) => number)).toEqual([0, 3]);
    expect(transitions.map(({ to }) => to)).toEqual([3]);
    expect(removed).toEqual([
      { number: 1, because: 'near-duplicate', of: 0, distance: 0.2 },
      { number: 2, because: 'unreachable' },
    ]);
  });

  test('a state that was removed makes no other one a near-duplicate (the example of 8.3.3)', () => {
    const graph = graphOf(
      [[], [0.5], [0.7, 0.55]],
      [
        [0, 1],
        [0, 2],
      ],
    );
    expect(numbersIn(graph, 0.6)).toEqual([0, 2]);
  });

  test('a state that is cut off afterwards still makes others near-duplicates, as in algorithm 2 and not as in algorithm 4', () => {
    const graph = graphOf(
      [[], [0.2], [0.9, 0.9], [0.9, 0.9, 0.2]],
      [
        [0, 1],
        [1, 2],
        [0, 3],
      ],
    );
    expect(numbersIn(graph, 0.3)).toEqual([0]);
  });

  test('a cycle that the index does not lead to goes', () => {
    const graph = graphOf(
      [[], [0.2], [0.9, 0.9], [0.9, 0.9, 0.9]],
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 2],
      ],
    );
    expect(numbersIn(graph, 0.2)).toEqual([0]);
  });

  test('a smaller threshold is refused: states that it would show were never kept', () => {
    const graph = graphOf([[]], []);
    for (const threshold of [0.05, Number.NaN])
      expect(() => atThreshold(graph, threshold)).toThrow('only larger ones');
  });
});
