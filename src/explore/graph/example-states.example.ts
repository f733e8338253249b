import type { Action, State } from './state-graph.ts';

export function clickOn(label: string, element = 'button'): Action {
  return { kind: 'click', place: { path: [`#${label}`], label, element }, filled: [], value: '' };
}

export function stateAt(number: number, more: Partial<State> = {}): State {
  return {
    number,
    url: `https://example.org/${number}`,
    title: `State ${number}`,
    hash: `hash-${number}`,
    depth: number === 0 ? 0 : 1,
    ...more,
  };
}
