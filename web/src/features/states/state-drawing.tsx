import { useEffect, useRef, useState } from 'react';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import type { GraphCanvas } from './graph-canvas.ts';
import type { ShownGraph } from './state-list.tsx';
import './state-drawing.css';

/** The graph, drawn. What it shows is in the list beside it, too. */
export function StateDrawing({
  graph,
  shown,
  chosen,
  pictureOf,
  onChoose,
}: {
  readonly graph: StateGraphView;
  readonly shown: ShownGraph;
  readonly chosen: number | null;
  /** The address of the picture of a state, in this width. */
  readonly pictureOf: (state: number, width: number) => string;
  readonly onChoose: (state: number | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const bands = useRef<HTMLDivElement>(null);
  const latest = useRef({ pictureOf, onChoose });
  latest.current = { pictureOf, onChoose };
  // With its graph: the canvas of an earlier graph is destroyed a moment before the next one is there.
  const [drawn, setDrawn] = useState<{ readonly of: StateGraphView; readonly canvas: GraphCanvas } | null>(
    null,
  );
  const canvas = drawn?.of === graph ? drawn.canvas : null;
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let made: GraphCanvas | null = null;
    let isGone = false;
    const begin = async () => {
      const { graphCanvas } = await import('./graph-canvas.ts');
      if (isGone || place.current === null || bands.current === null) return;
      made = graphCanvas({ place: place.current, bands: bands.current }, graph, {
        pictureOf: (state) => latest.current.pictureOf(state, 320),
        onChoose: (state) => latest.current.onChoose(state),
      });
      setDrawn({ of: graph, canvas: made });
    };
    begin().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, [graph]);
  useEffect(() => canvas?.show(shown), [canvas, shown]);
  useEffect(() => canvas?.select(chosen), [canvas, chosen]);
  return (
    <div className="card state-drawing">
      <div
        ref={place}
        className="state-canvas"
        role="img"
        aria-label="The graph of states. The list of states has the same contents."
        {...(canvas === null && problem === null && { 'data-pending': true })}
      />
      <div ref={bands} className="state-bands" aria-hidden="true" />
      {problem !== null && (
        <p className="state-drawing-problem quiet">The drawing could not be loaded: {problem}</p>
      )}
      <div className="state-zoom">
        <IconButton icon="plus" name="Closer" onPress={() => canvas?.zoom(1.4)} />
        <IconButton icon="minus" name="Farther away" onPress={() => canvas?.zoom(1 / 1.4)} />
        <IconButton icon="whole" name="The whole graph" onPress={() => canvas?.showAll()} />
      </div>
    </div>
  );
}
