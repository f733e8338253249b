import type { State } from '../../../../explore/index.ts';
import type { Maker, ShownElement } from '../../../../presentation/html/dom.ts';
import type { GraphAtThreshold, RemovedState } from '../../graph-view/at-threshold.ts';

/** All states by name, and those that the threshold removed, with the reason. */
export function listStates(
  { byId, make }: Maker,
  all: readonly State[],
  { states, removed }: Pick<GraphAtThreshold<State, unknown>, 'states' | 'removed'>,
  choose: (number: number) => void,
): void {
  const wanted = byId('find').value.trim().toLowerCase();
  const found = states.filter((state) => `${nameOf(state)} ${state.url}`.toLowerCase().includes(wanted));
  byId('list').replaceChildren(...found.map((state) => make('li', {}, stateButton(state))));
  byId('found').textContent =
    wanted === '' ? '' : found.length === 1 ? '1 state' : `${found.length.toLocaleString('en-US')} states`;
  byId('removed').replaceChildren(
    ...removed.map((gone) =>
      make('li', {}, nameOf(all[gone.number] as State), make('small', {}, reasonOf(gone))),
    ),
  );
  byId('removed-part').hidden = removed.length === 0;
  byId('removed-count').textContent = removed.length.toLocaleString('en-US');

  function stateButton(state: State): ShownElement {
    const button = make('button', { type: 'button', class: 'state' }, nameOf(state));
    button.addEventListener('click', () => choose(state.number));
    return button;
  }

  function nameOf({ number, title, url }: State): string {
    return `${number} ${title === '' ? url : title}`;
  }

  function reasonOf(gone: RemovedState): string {
    return gone.because === 'unreachable'
      ? 'nothing leads to it any more'
      : `like ${gone.of}, ${Number(gone.distance.toPrecision(2))} apart`;
  }
}
