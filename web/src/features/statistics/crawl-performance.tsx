import { useCallback, useMemo } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { duration, number } from '../../shared/words/counted.ts';
import { barsOverTime } from './bars-over-time.ts';
import { type PlotTools, Plotted } from './plotted.tsx';
import { oneColour, seriesColours } from './series-colours.ts';
import { WideTable } from './wide-table.tsx';

type Statistics = AnswerOf<'showStatistics'>;
type Crawls = Statistics['crawls'];

/** Table I and figure 3: how crawls of each source went. */
export function CrawlPerformance({
  crawls,
  pages: { unit, periods, sources },
}: {
  readonly crawls: Crawls;
  readonly pages: Statistics['pages'];
}) {
  const rows = useMemo(
    () =>
      sources
        .filter(({ pages }) => pages.some((count) => count > 0))
        .slice(0, MOST)
        .flatMap(({ project, pages }) =>
          pages.map((count, place) => ({ at: new Date(periods[place] ?? 0), project, pages: count })),
        ),
    [sources, periods],
  );
  const drawTime = useCallback(
    (plot: PlotTools, width: number) => barsOverTime(plot, width, { rows, of: 'pages', by: 'project', unit }),
    [rows, unit],
  );
  const drawPages = useCallback(
    (plot: PlotTools, width: number) => pagesFigure(plot, width, crawls),
    [crawls],
  );
  const drawSpeed = useCallback(
    (plot: PlotTools, width: number) => speedFigure(plot, width, crawls),
    [crawls],
  );
  return (
    <section className="stack">
      <h2>How crawls went</h2>
      <WideTable name="How crawls went">
        <table>
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col">Runs</th>
              <th scope="col">Whole runs</th>
              <th scope="col">Pages found</th>
              <th scope="col">Pages read</th>
              <th scope="col">Took</th>
              <th scope="col">Pages a second</th>
              <th scope="col">With matches</th>
              <th scope="col">Matches</th>
            </tr>
          </thead>
          <tbody className="numbers">
            {crawls.map((each) => (
              <tr key={each.project}>
                <th scope="row">{each.project}</th>
                <td>{number(each.crawls)}</td>
                <td>{number(each.fullCrawls)}</td>
                <td>{whole(each.pagesFound)}</td>
                <td>{whole(each.pagesRead)}</td>
                <td>{each.ms === null ? '–' : took(each.ms)}</td>
                <td>
                  {each.pagesPerSecond === null ? '–' : number(Math.round(each.pagesPerSecond * 10) / 10)}
                </td>
                <td>{number(each.pagesMatched)}</td>
                <td>{number(each.matches)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <p className="small quiet">Pages, time and speed are averages of the runs that came to their end.</p>
      <div className="statistics-figures">
        <Plotted
          title="Pages found and read"
          label="Bars: pages found and read, by project"
          draw={drawPages}
        />
        {rows.length > 0 && (
          <Plotted title="Pages read over time" label={`Bars: pages read by ${unit}`} draw={drawTime} />
        )}
        <Plotted title="Pages a second" label="Bars: pages a second, by project" draw={drawSpeed} />
      </div>
    </section>
  );
}

/** Small sites take less than a second. */
const took = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms));

const whole = (value: number | null): string => (value === null ? '–' : number(Math.round(value)));

/** More bars would be as thin as lines; the table has all values. */
const MOST = 20;

function pagesFigure(plot: PlotTools, width: number, crawls: Crawls) {
  const rows = crawls.slice(0, MOST).flatMap(({ project, pagesFound, pagesRead }) => [
    { project, what: 'found', pages: pagesFound ?? 0 },
    { project, what: 'read', pages: pagesRead ?? 0 },
  ]);
  return plot.plot({
    width,
    height: heightFor(crawls.length, 44),
    marginLeft: leftFor(crawls),
    marginBottom: 44,
    x: { label: 'pages', labelOffset: 38, nice: true, grid: true },
    y: { axis: null },
    fy: { label: null, padding: 0.25 },
    color: { legend: true, domain: ['found', 'read'], range: seriesColours.slice(0, 2) },
    marks: [
      plot.barX(rows, { x: 'pages', y: 'what', fy: 'project', fill: 'what', inset: 0.5 }),
      plot.ruleX([0]),
    ],
  });
}

function speedFigure(plot: PlotTools, width: number, crawls: Crawls) {
  return plot.plot({
    width,
    height: heightFor(crawls.length, 44),
    marginLeft: leftFor(crawls),
    marginBottom: 44,
    x: { label: 'pages a second', labelOffset: 38, nice: true, grid: true },
    y: { label: null, padding: 0.35 },
    marks: [
      plot.barX(crawls.slice(0, MOST), {
        x: ({ pagesPerSecond }) => pagesPerSecond ?? 0,
        y: 'project',
        fill: oneColour,
      }),
      plot.ruleX([0]),
    ],
  });
}

/** As tall as the figure beside it. */
const LEAST = 240;

const heightFor = (rows: number, each: number): number => Math.max(LEAST, Math.min(rows, MOST) * each + 60);

/** Room for the names, which may be long. */
const leftFor = (crawls: Crawls): number =>
  Math.min(160, 16 + 7 * Math.max(...crawls.map(({ project }) => [...project].length)));
