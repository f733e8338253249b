import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { atThreshold } from '../../../../src/features/states/graph-view/at-threshold.ts';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { counted, number } from '../../shared/words/counted.ts';
import { StateDrawing } from './state-drawing.tsx';
import { StateList } from './state-list.tsx';
import { StatePanel } from './state-panel.tsx';
import { type ExplorationName, graphQuery, stateNewsQuery } from './state-queries.ts';
import { ThresholdSlider } from './threshold-slider.tsx';

/** The graph, its states, and the slider over it. */
export function ExplorationView(name: ExplorationName) {
  const { data: graph, error, refetch } = useQuery(graphQuery(name));
  if (error !== null && graph === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (graph === undefined) return <Waiting what="the states" lines={8} />;
  return <Explored name={name} graph={graph} />;
}

function Explored({ name, graph }: { readonly name: ExplorationName; readonly graph: StateGraphView }) {
  const { threshold: wanted, state: wantedState } = useSearch({ from: '/projects/$project/states' });
  const { data: news } = useQuery({ ...stateNewsQuery(name), placeholderData: keepPreviousData });
  const navigate = useNavigate();
  const [threshold, setThreshold] = useState(Math.max(graph.threshold, wanted ?? graph.threshold));
  // The thumb follows the hand at once; the graph when there is time.
  const settled = useDeferredValue(threshold);
  const shown = useMemo(() => atThreshold(graph, settled), [graph, settled]);
  const go = (change: { readonly threshold?: number; readonly state?: number | null }) =>
    void navigate({
      to: '/projects/$project/states',
      params: { project: name.project },
      search: {
        exploration: name.exploration,
        ...(threshold > graph.threshold && { threshold }),
        ...(wantedState !== undefined && change.state !== null && { state: wantedState }),
        ...(change.threshold !== undefined && { threshold: change.threshold }),
        ...(typeof change.state === 'number' && { state: change.state }),
      },
      replace: change.threshold !== undefined,
      resetScroll: false,
    });
  const chosen = shown.states.find((state) => state.number === wantedState) ?? null;
  const choose = (state: number | null) => go({ state });
  const duplicates = shown.removed.filter(({ because }) => because === 'near-duplicate').length;
  const cutOff = shown.removed.length - duplicates;
  return (
    <>
      <div className="card padded threshold-card">
        <ThresholdSlider
          graph={graph}
          value={threshold}
          onChange={setThreshold}
          onSettled={(value) => go({ threshold: value })}
        />
        <p role="status" className="small">
          <strong>{counted(shown.states.length, 'state')}</strong>{' '}
          <span className="quiet">
            {shown.removed.length === 0
              ? `with the threshold they were explored with (${graph.setting})`
              : `left: ${counted(duplicates, 'near-duplicate')} removed${cutOff === 0 ? '' : `, and ${number(cutOff)} that only they lead to`}`}
          </span>
        </p>
      </div>
      <div className="exploration-parts">
        <StateDrawing
          name={name}
          graph={graph}
          shown={shown}
          chosen={chosen?.number ?? null}
          onChoose={choose}
        />
        {chosen === null ? (
          <StateList graph={graph} shown={shown} news={news ?? null} onChoose={choose} />
        ) : (
          <StatePanel
            name={name}
            graph={graph}
            shown={shown}
            state={chosen}
            news={news?.states.find(({ is }) => is === chosen.number) ?? null}
            onChoose={choose}
          />
        )}
      </div>
    </>
  );
}
