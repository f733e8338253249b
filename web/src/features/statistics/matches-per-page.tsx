import { useCallback } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { number } from '../../shared/words/counted.ts';
import { type PlotTools, Plotted } from './plotted.tsx';
import { oneColour } from './series-colours.ts';
import { WideTable } from './wide-table.tsx';

type PerPage = AnswerOf<'showStatistics'>['perPage'];

/** Table III: on how many pages how many matches were found. */
export function MatchesPerPage({ perPage }: { readonly perPage: PerPage }) {
  const draw = useCallback((plot: PlotTools, width: number) => figure(plot, width, perPage), [perPage]);
  if (perPage.length === 0) return null;
  const all = perPage.reduce((sum, { pages }) => sum + pages, 0);
  return (
    <section className="stack">
      <h2>Matches on one page</h2>
      <WideTable name="Matches on one page">
        <table className="numbers">
          <tbody>
            <tr>
              <th scope="row">Matches on the page</th>
              {perPage.map(({ matches }) => (
                <td key={matches}>{number(matches)}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">Pages</th>
              {perPage.map(({ matches, pages }) => (
                <td key={matches}>{number(pages)}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">Share</th>
              {perPage.map(({ matches, pages }) => (
                <td key={matches}>{Math.round((100 * pages) / all)} %</td>
              ))}
            </tr>
          </tbody>
        </table>
      </WideTable>
      <Plotted title="Pages by matches" label="Bars: pages by how many matches they have" draw={draw} />
    </section>
  );
}

function figure(plot: PlotTools, width: number, perPage: PerPage) {
  return plot.plot({
    width,
    height: 220,
    marginLeft: 44,
    marginTop: 28,
    x: { type: 'band', label: 'matches on one page', padding: perPage.length < 6 ? 0.7 : 0.3, tickSize: 0 },
    y: { label: 'pages', nice: true, grid: true, ticks: 4 },
    marks: [
      plot.barY([...perPage], { x: 'matches', y: 'pages', fill: oneColour, insetLeft: 0.5 }),
      plot.ruleY([0]),
    ],
  });
}
