import { useCallback, useMemo } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { EmptyNote } from '../../shared/ui/notes.tsx';
import { number } from '../../shared/words/counted.ts';
import { periodName } from './period-name.ts';
import { type PlotTools, Plotted } from './plotted.tsx';
import { seriesColours } from './series-colours.ts';
import { WideTable } from './wide-table.tsx';

type Statistics = AnswerOf<'showStatistics'>;

interface Counted {
  readonly at: Date;
  readonly detector: string;
  readonly pages: number;
  readonly matches: number;
}

/** Table II and figures 4 and 5: what each detector found, over time. */
export function DetectorResults({
  statistics: { detectors, periods, unit },
}: {
  readonly statistics: Statistics;
}) {
  const isOne = new Set(detectors.map(({ project }) => project)).size <= 1;
  const rows = useMemo(
    () =>
      detectors.flatMap(({ project, detector, periods: each }): Counted[] =>
        each.map(({ pages, matches }, place) => ({
          at: new Date(periods[place] ?? 0),
          detector: isOne ? detector : `${project}: ${detector}`,
          pages,
          matches,
        })),
      ),
    [detectors, periods, isOne],
  );
  const drawPages = useCallback(
    (plot: PlotTools, width: number) => overTime(plot, width, rows, 'pages', unit),
    [rows, unit],
  );
  const drawMatches = useCallback(
    (plot: PlotTools, width: number) => overTime(plot, width, rows, 'matches', unit),
    [rows, unit],
  );
  if (detectors.length === 0)
    return (
      <section className="stack">
        <h2>What detectors found</h2>
        <div className="card">
          <EmptyNote icon="chart" title="No detector has found anything">
            <p>A project’s detectors are in its view “Detectors”. Their matches are counted here.</p>
          </EmptyNote>
        </div>
      </section>
    );
  return (
    <section className="stack">
      <h2>What detectors found</h2>
      <div className="statistics-figures">
        <Plotted title="Pages with matches" label={`Bars: pages with matches by ${unit}`} draw={drawPages} />
        <Plotted title="Matches" label={`Bars: matches by ${unit}`} draw={drawMatches} />
      </div>
      <WideTable name="What detectors found">
        <table>
          <thead>
            <tr>
              <th scope="col">Pages / matches</th>
              {periods.map((at) => (
                <th key={at} scope="col">
                  {periodName(at, unit)}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody className="numbers">
            {detectors.map(({ project, detector, periods: each, total }) => (
              <tr key={`${project} ${detector}`}>
                <th scope="row">{isOne ? detector : `${project}: ${detector}`}</th>
                {each.map((count, place) => (
                  <td key={periods[place]}>{cell(count)}</td>
                ))}
                <td>{cell(total)}</td>
              </tr>
            ))}
            <tr className="total">
              <th scope="row">All detectors</th>
              {periods.map((at, place) => (
                <td key={at}>{cell(sumOf(detectors.map(({ periods: each }) => each[place])))}</td>
              ))}
              <td>{cell(sumOf(detectors.map(({ total }) => total)))}</td>
            </tr>
          </tbody>
        </table>
      </WideTable>
    </section>
  );
}

type Count = Pick<Counted, 'pages' | 'matches'>;

const cell = ({ pages, matches }: Count): string =>
  matches === 0 ? '–' : `${number(pages)} / ${number(matches)}`;

const sumOf = (counts: readonly (Count | undefined)[]): Count => ({
  pages: counts.reduce((sum, count) => sum + (count?.pages ?? 0), 0),
  matches: counts.reduce((sum, count) => sum + (count?.matches ?? 0), 0),
});

function overTime(
  plot: PlotTools,
  width: number,
  rows: readonly Counted[],
  of: 'pages' | 'matches',
  unit: string,
) {
  const detectors = [...new Set(rows.map(({ detector }) => detector))];
  const starts = [...new Set(rows.map(({ at }) => at.getTime()))];
  // As many names as can be read beside each other.
  const every = Math.ceil(starts.length / Math.max(1, Math.floor(width / 72)));
  return plot.plot({
    width,
    height: 240,
    marginLeft: 44,
    marginTop: 28,
    x: {
      type: 'band',
      label: null,
      // A single bar over the whole width would look like a wall.
      padding: starts.length < 6 ? 0.7 : 0.15,
      ticks: starts.filter((_, place) => place % every === 0).map((at) => new Date(at)),
      tickFormat: (at: Date) => periodName(at.toISOString(), unit),
      tickSize: 0,
    },
    y: { label: of, nice: true, grid: true, ticks: 5 },
    color: {
      legend: true,
      domain: detectors,
      range: detectors.map((_, place) => seriesColours[place % seriesColours.length] ?? ''),
    },
    marks: [plot.barY(rows as Counted[], { x: 'at', y: of, fill: 'detector' }), plot.ruleY([0])],
  });
}
