import type * as Plot from '@observablehq/plot';
import { useEffect, useRef, useState } from 'react';
import './plotted.css';

export type PlotTools = typeof Plot;

/** A figure of Observable Plot, as wide as its container. A table beside it has the same values, so for screen readers it is one picture. */
export function Plotted({
  title,
  label,
  draw,
}: {
  readonly title: string;
  /** The description for screen readers. */
  readonly label: string;
  /** Must stay the same function while nothing changed. */
  readonly draw: (plot: PlotTools, width: number) => (SVGSVGElement | HTMLElement) & Plot.Plot;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [tools, setTools] = useState<PlotTools | null>(null);
  const width = useWidth(place);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import('./plot-tools.ts').then((loaded) => isGone || setTools(loaded as unknown as PlotTools));
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (tools === null || width === 0) return;
    // Each in a frame of its own: five at once would block the page.
    return drawSoon(() => {
      const drawn = draw(tools, width);
      // The policy of the page forbids style elements; plotted.css has what they say.
      for (const style of drawn.querySelectorAll('style')) style.remove();
      place.current?.replaceChildren(drawn);
      setDrawn(true);
    });
  }, [tools, width, draw]);
  return (
    <figure className="card padded plotted">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <div
        ref={place}
        className="plotted-place"
        role="img"
        aria-label={label}
        {...(!isDrawn && { 'data-pending': true })}
      />
    </figure>
  );
}

function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (place.current === null) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    sizes.observe(place.current);
    return () => sizes.disconnect();
  }, [place]);
  return width;
}

const waiting = new Set<() => void>();

/** Draws one figure in each frame, in the order of the calls. Returns a function that cancels it. */
function drawSoon(draw: () => void): () => void {
  waiting.add(draw);
  if (waiting.size === 1) requestAnimationFrame(drawNext);
  return () => waiting.delete(draw);
}

function drawNext(): void {
  const [next] = waiting;
  if (next === undefined) return;
  waiting.delete(next);
  next();
  if (waiting.size > 0) requestAnimationFrame(drawNext);
}
