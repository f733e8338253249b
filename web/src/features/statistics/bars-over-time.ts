import { periodName } from './period-name.ts';
import type { PlotTools } from './plotted.tsx';
import { seriesColours } from './series-colours.ts';

interface TimedRow {
  /** When the period begins. */
  readonly at: Date;
}

/** Stacked bars, one for each period. */
export function barsOverTime<Row extends TimedRow>(
  plot: PlotTools,
  width: number,
  {
    rows,
    of,
    by,
    unit,
  }: {
    readonly rows: readonly Row[];
    /** What is counted, and what it is counted by. */
    readonly of: keyof Row & string;
    readonly by: keyof Row & string;
    readonly unit: string;
  },
) {
  const names = [...new Set(rows.map((row) => String(row[by])))];
  const starts = [...new Set(rows.map(({ at }) => at.getTime()))];
  // The most names that fit beside each other.
  const every = Math.ceil(starts.length / Math.max(1, Math.floor(width / 84)));
  return plot.plot({
    width,
    height: 240,
    marginLeft: 52,
    marginTop: 28,
    x: {
      type: 'band',
      label: null,
      // A single bar would fill the whole width.
      padding: starts.length < 6 ? 0.7 : 0.15,
      ticks: starts.filter((_, place) => place % every === 0).map((at) => new Date(at)),
      tickFormat: (at: Date) => periodName(at.toISOString(), unit),
      tickSize: 0,
    },
    y: { label: of, nice: true, grid: true, ticks: 5 },
    color: {
      legend: true,
      domain: names,
      range: names.map((_, place) => seriesColours[place % seriesColours.length] ?? ''),
    },
    marks: [plot.barY([...rows], { x: 'at', y: of, fill: by }), plot.ruleY([0])],
  });
}
