import type { StateView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { readableAddress } from '../../shared/words/address.ts';

/** What people call a state: its title, or else where it is. */
export function stateName(state: Pick<StateView, 'title' | 'url'> | undefined): string {
  if (state === undefined) return '';
  const { host, rest } = readableAddress(state.url);
  return state.title === '' ? host + rest : state.title;
}
