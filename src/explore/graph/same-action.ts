import type { Action } from './state-graph.ts';

/**
 * Whether two actions, in two explorations, are the same to people: the same deed at the same place, or on something with the same name. What is
 * filled in before may differ, because values are made up.
 */
export function isSameAction(one: Action, other: Action): boolean {
  if (one.kind !== other.kind || one.value !== other.value) return false;
  if (one.place === null || other.place === null) return one.place === other.place;
  const { label, element, path } = one.place;
  if (label !== '' && other.place.label !== '')
    return element === other.place.element && label === other.place.label;
  return path.join('\n') === other.place.path.join('\n');
}
