import type { ExplorationRecord, SeenState, TriedAction } from '../../../src/explore/index.ts';
import { madeUpGraph } from './made-up-application.ts';

/** What an explorer would write down, in its order: the index, then actions with the states that they found. */
export function madeUpExploration(size: number): readonly {
  readonly tried: TriedAction | null;
  readonly found: SeenState | null;
}[] {
  const { states, transitions, distances } = madeUpGraph(size);
  const candidatesOf = Map.groupBy(transitions, ({ from }) => from);
  const seen = states.map(
    (state): SeenState => ({
      state,
      html: `<!doctype html><title>${state.title}</title><p>State ${state.number}</p>`,
      stripped: `<p>State ${state.number}</p>`,
      screenshot: state.number % 2 === 0 ? Buffer.from(`picture ${state.number}`) : null,
      distances: distances[state.number] ?? [],
      candidates: (candidatesOf.get(state.number) ?? []).map(({ action }) => action),
      avoided: [
        { place: { path: ['#x'], label: 'Delete', element: 'button' }, why: '"delete" is not pressed' },
      ],
    }),
  );
  const found = new Set([0]);
  return [
    { tried: null, found: seen[0] as SeenState },
    ...transitions.map((transition, place) => {
      const candidate = (candidatesOf.get(transition.from) ?? []).indexOf(transition);
      const isNew = !found.has(transition.to);
      found.add(transition.to);
      const failure = place % 7 === 6 && !isNew ? 'it was covered' : '';
      return {
        tried: { from: transition.from, candidate, transition: failure === '' ? transition : null, failure },
        found: isNew ? (seen[transition.to] as SeenState) : null,
      };
    }),
  ];
}

/** Writes down what is not there yet, as an explorer does that goes on. */
export async function writeDown(
  record: ExplorationRecord,
  steps: ReturnType<typeof madeUpExploration>,
): Promise<void> {
  const { states, tried } = await record.soFar();
  for (const [place, step] of steps.entries()) {
    if (place === 0 ? states.length > 0 : place <= tried.length) continue;
    if (step.tried !== null) await record.tried(step.tried, step.found, []);
    else if (step.found !== null) await record.index(step.found, []);
  }
}
