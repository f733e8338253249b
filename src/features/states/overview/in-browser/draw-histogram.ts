import type { Maker, ShownElement } from '../../../../presentation/html/dom.ts';
import type { HistogramBar } from '../../graph-view/distance-histogram.ts';

/** Bars over the width of the slider; those up to the threshold are the pairs that count as the same. */
export function drawHistogram(
  { draw }: Maker,
  drawing: ShownElement,
  bars: readonly HistogramBar[],
): (threshold: number) => void {
  const [width, height] = [1000, 100];
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const from = bars[0]?.from ?? 0;
  const to = bars.at(-1)?.to ?? 1;
  const xOf = (value: number) => (width * (value - from)) / (to - from);
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawn = bars.map((bar) => {
    // A root, so that the few pairs that are near are seen beside the many that are far.
    const tall = bar.count === 0 ? 0 : Math.max(3, height * Math.sqrt(bar.count / most));
    return draw('rect', {
      x: (xOf(bar.from) + 0.5).toFixed(1),
      width: Math.max(1, xOf(bar.to) - xOf(bar.from) - 1).toFixed(1),
      y: (height - tall).toFixed(1),
      height: tall.toFixed(1),
    });
  });
  drawing.replaceChildren(...drawn);
  return (threshold) => {
    for (const [at, bar] of bars.entries())
      drawn[at]?.setAttribute('class', bar.from <= threshold ? 'within' : '');
  };
}
