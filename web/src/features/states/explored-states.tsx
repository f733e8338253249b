import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { atThreshold } from '../../../../src/features/states/graph-view/at-threshold.ts';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { counted, number } from '../../shared/words/counted.ts';
import { StateDrawing } from './state-drawing.tsx';
import { StateList } from './state-list.tsx';
import { StatePanel } from './state-panel.tsx';
import type { StateSummary } from './state-queries.ts';
import { ThresholdSlider } from './threshold-slider.tsx';
import './states-view.css';

/** A graph with its slider, its states in words, and one of them; of the server or in an exported file. */
export function ExploredStates({
  graph,
  news,
  threshold: wanted,
  state,
  pictureOf,
  documentOf,
  onGo,
}: {
  readonly graph: StateGraphView;
  readonly news: StateSummary | null;
  /** Where the slider is at first. */
  readonly threshold: number;
  /** The state that is shown; null for the list. */
  readonly state: number | null;
  /** The address of the picture of a state, in this width. */
  readonly pictureOf: (state: number, width: number) => string;
  /** The document of a state, or where it is. */
  readonly documentOf: (state: number) => ReactNode;
  readonly onGo: (next: { readonly threshold: number; readonly state: number | null }) => void;
}) {
  const [threshold, setThreshold] = useState(Math.max(graph.threshold, wanted));
  const [isBack, setBack] = useState(false);
  // The thumb of the slider moves at once; the graph follows when the browser has time.
  const settled = useDeferredValue(threshold);
  const shown = useMemo(() => atThreshold(graph, settled), [graph, settled]);
  const chosen = shown.states.find((each) => each.number === state) ?? null;
  const choose = (next: number | null) => {
    setBack(next === null && chosen !== null);
    onGo({ threshold, state: next });
  };
  const duplicates = shown.removed.filter(({ because }) => because === 'near-duplicate').length;
  const cutOff = shown.removed.length - duplicates;
  const held = new Set(graph.held.flatMap(({ requests }) => requests)).size;
  return (
    <>
      <div className="card padded threshold-card">
        <ThresholdSlider
          graph={graph}
          value={threshold}
          onChange={setThreshold}
          onSettled={(value) => onGo({ threshold: value, state })}
        />
        <p role="status" className="small">
          <strong>{counted(shown.states.length, 'state')}</strong>{' '}
          <span className="quiet">
            {shown.removed.length === 0
              ? `with the threshold they were explored with (${graph.setting})`
              : `left: ${counted(duplicates, 'near-duplicate')} removed${cutOff === 0 ? '' : `, and ${number(cutOff)} that only they lead to`}`}
          </span>
        </p>
        {held > 0 && (
          <p className="small quiet">
            {counted(held, 'request')} held back, since they may change something on the server
          </p>
        )}
      </div>
      <div className="exploration-parts">
        <StateDrawing
          graph={graph}
          shown={shown}
          chosen={chosen?.number ?? null}
          pictureOf={pictureOf}
          onChoose={choose}
        />
        {chosen === null ? (
          <StateList graph={graph} shown={shown} news={news} hasFocus={isBack} onChoose={choose} />
        ) : (
          <StatePanel
            graph={graph}
            shown={shown}
            state={chosen}
            news={news?.states.find(({ is }) => is === chosen.number) ?? null}
            pictureOf={pictureOf}
            document={documentOf(chosen.number)}
            onChoose={choose}
          />
        )}
      </div>
    </>
  );
}
