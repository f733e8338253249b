import { useCallback, useMemo } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { EmptyNote } from '../../shared/ui/notes.tsx';
import { number } from '../../shared/words/counted.ts';
import { barsOverTime } from './bars-over-time.ts';
import { periodName } from './period-name.ts';
import { type PlotTools, Plotted } from './plotted.tsx';
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
  statistics: { detectors, periods, unit, all },
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
    (plot: PlotTools, width: number) =>
      barsOverTime(plot, width, { rows, of: 'pages', by: 'detector', unit }),
    [rows, unit],
  );
  const drawMatches = useCallback(
    (plot: PlotTools, width: number) =>
      barsOverTime(plot, width, { rows, of: 'matches', by: 'detector', unit }),
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
                <td key={at}>{cell(all.periods[place] ?? { pages: 0, matches: 0 })}</td>
              ))}
              <td>{cell(all.total)}</td>
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
