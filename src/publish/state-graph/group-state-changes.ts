import { ChangeGrouper, groupKeys, keysIn, type ToldChange } from '../../track/index.ts';
import type { StateChange } from './state-change.ts';

/** Changes that the same states have, told once (X7). */
export interface StateChangeGroup {
  /** At least one, in the order of their numbers. */
  readonly states: readonly StateChange[];
  /** In the order of the first of them; none when it has no words to compare. */
  readonly changes: readonly ToldChange[];
  /** Changes that are only counted. */
  readonly more: number;
}

/** Puts equal changes of updated states together, those of many states first, as for pages. */
export function groupStateChanges(all: readonly StateChange[]): readonly StateChangeGroup[] {
  const updated = all.filter(({ flag }) => flag === 'UPD');
  const grouper = new ChangeGrouper();
  const wordless: StateChange[] = [];
  const realOf = ({ changes }: StateChange) => changes.filter(({ isNoise }) => !isNoise);
  for (const [place, state] of updated.entries()) {
    const keys = groupKeys(state.changes);
    if (keys.length === 0) wordless.push(state);
    else grouper.add(place, keys);
  }
  const groups = grouper.groups().map(({ keys, pages }): StateChangeGroup => {
    const states = pages.flatMap((place) => updated[place] ?? []);
    const [first] = states;
    const wanted = new Set(keys);
    const known = first === undefined ? [] : keysIn(groupKeys(first.changes));
    return {
      states,
      changes:
        first === undefined ? [] : realOf(first).filter((_, place) => wanted.delete(known[place] ?? '')),
      more: states.length === 1 ? (first?.more ?? 0) : 0,
    };
  });
  return [...groups, ...wordless.map((state) => ({ states: [state], changes: [], more: state.more }))];
}
