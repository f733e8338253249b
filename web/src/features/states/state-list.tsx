import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type {
  GraphAtThreshold,
  RemovedState,
} from '../../../../src/features/states/graph-view/at-threshold.ts';
import type {
  StateGraphView,
  StateView,
  TransitionView,
} from '../../../../src/features/states/graph-view/graph-view.ts';
import { Flag } from '../../shared/ui/flag.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useRenderedCount } from '../../shared/ui/use-rendered-count.ts';
import { counted } from '../../shared/words/counted.ts';
import { stateName } from './state-name.ts';
import type { StateSummary } from './state-queries.ts';
import './state-list.css';

export type ShownGraph = GraphAtThreshold<StateView, TransitionView>;

/** With more states, the list has a filter. */
const MOST = 1000;

/** All states as a list, for search and for screen readers. */
export function StateList({
  graph,
  shown,
  news,
  hasFocus,
  onChoose,
}: {
  readonly graph: StateGraphView;
  readonly shown: ShownGraph;
  readonly news: StateSummary | null;
  /** After the reader has closed a state. */
  readonly hasFocus: boolean;
  readonly onChoose: (state: number) => void;
}) {
  const [wanted, setWanted] = useState('');
  const flags = new Map(news?.states.map(({ is, flag }) => [is, flag]));
  const gone = news?.states.filter(({ flag }) => flag === 'MIS') ?? [];
  const words = wanted.trim().toLowerCase();
  const found = shown.states.filter(
    (state) => words === '' || `${state.number} ${state.title} ${state.url}`.toLowerCase().includes(words),
  );
  const rendered = useRenderedCount(Math.min(found.length, MOST), 60);
  return (
    <aside className="card padded state-side stack" aria-label="States">
      <TextField label="Show only what contains" value={wanted} onChange={setWanted} autoFocus={hasFocus} />
      <ul className="state-list">
        {found.slice(0, rendered).map((state) => {
          const flag = flags.get(state.number) ?? null;
          return (
            <li key={state.number}>
              <AriaButton className="state-row" onPress={() => onChoose(state.number)}>
                <span className="state-row-number numbers">{state.number}</span>
                <bdi className="state-row-name">{stateName(state)}</bdi>
                {news?.since != null && flag !== null && flag !== 'SAM' && <Flag flag={flag} />}
              </AriaButton>
            </li>
          );
        })}
      </ul>
      {found.length > MOST && (
        <p className="small quiet">And {counted(found.length - MOST, 'more state', 'more states')}.</p>
      )}
      {found.length === 0 && <p className="small quiet">No state contains that.</p>}
      {gone.length > 0 && (
        <Part title={`Gone since exploration ${news?.since}`}>
          {gone.map((state) => (
            <li key={state.was}>
              <bdi>{stateName(state)}</bdi>: {state.reason}
            </li>
          ))}
        </Part>
      )}
      {shown.removed.length > 0 && (
        <Part title={`Removed by the threshold: ${shown.removed.length}`}>
          {shown.removed.slice(0, MOST).map((removed) => (
            <li key={removed.number}>{whyRemoved(removed, graph)}</li>
          ))}
        </Part>
      )}
    </aside>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <details className="state-part">
      <summary>{title}</summary>
      <ul className="small quiet stack tight">{children}</ul>
    </details>
  );
}

function whyRemoved(removed: RemovedState, { states }: StateGraphView): string {
  const name = `${removed.number} ${stateName(states[removed.number])}`;
  if (removed.because === 'unreachable') return `${name}: nothing that is left leads to it`;
  return `${name}: like ${removed.of}, ${Number(removed.distance.toPrecision(2))} apart`;
}
