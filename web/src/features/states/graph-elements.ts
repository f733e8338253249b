import type { ElementDefinition } from 'cytoscape';
import type { StateGraphView } from '../../../../src/publish/contract/state-graph/graph-view.ts';
import { stateName } from './state-name.ts';

/** States with their pictures, and one arrow for all that lead from one to another. */
export function graphElements(
  { states, transitions, pictured }: StateGraphView,
  pictureOf: (state: number) => string,
): ElementDefinition[] {
  const hasPicture = new Set(pictured);
  const nodes = states.map((state) => ({
    group: 'nodes' as const,
    data: {
      id: String(state.number),
      label: `${state.number} ${stateName(state)}`,
      picture: hasPicture.has(state.number) ? pictureOf(state.number) : '',
    },
    classes: `${state.number === 0 ? 'index' : ''} ${hasPicture.has(state.number) ? 'pictured' : 'bare'}`,
  }));
  const pairs = Map.groupBy(
    transitions.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from}-${to}`,
  );
  const edges = [...pairs].map(([id, [first, ...others]]) => ({
    group: 'edges' as const,
    data: {
      id,
      source: String(first?.from),
      target: String(first?.to),
      says: others.length === 0 ? first?.says : `${first?.says} and ${others.length} more`,
    },
  }));
  return [...nodes, ...edges];
}
