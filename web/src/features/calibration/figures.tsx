import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { readableAddress } from '../../shared/words/address.ts';
import './calibration.css';
import { ErrorLegend, ErrorMap } from './error-map.tsx';

type CalibrationFigures = AnswerOf<'readCalibration'>;
type SettingFigures = CalibrationFigures['recommended']['figures'];

/** All figures of a calibration, of the server or in an exported file. */
export function Figures({
  figures,
  tools,
  mistakesOf,
}: {
  readonly figures: CalibrationFigures;
  /** What can be done with the recommended setting. */
  readonly tools?: { readonly button: ReactNode; readonly below: ReactNode };
  readonly mistakesOf: (setting: string, urlOf: (site: number) => string) => ReactNode;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const urlOf = (site: number) => figures.sites.find((each) => each.site === site)?.url ?? `site ${site}`;
  return (
    <>
      <section className="card padded stack" aria-label="Recommended">
        <div className="row spread">
          <h2>
            Recommended: <code>{figures.recommended.setting}</code>
          </h2>
          {tools?.button}
        </div>
        {tools?.below}
        <FiguresTable
          rows={[
            ['On the sites it was chosen on', figures.recommended.figures],
            ...(figures.equality === null ? [] : [['Every change a state', figures.equality] as const]),
          ]}
        />
      </section>
      {figures.heldOut.length > 0 && (
        <section className="card padded stack" aria-label="On sites it was not chosen on">
          <h2>On sites it was not chosen on</h2>
          <p className="quiet">
            Each site in turn was left out, a setting was chosen on the others, and tried on it.
          </p>
          <FiguresTable
            rows={figures.heldOut.map(
              ({ site, setting, figures }) => [shortOf(urlOf(site)), figures, setting] as const,
            )}
          />
        </section>
      )}
      <section className="card padded stack" aria-label="What each trade gives">
        <h2>What each trade gives</h2>
        <p className="quiet">
          No other setting has both fewer missed and fewer duplicate states than one of these.
        </p>
        <FiguresTable rows={figures.trades.map(({ setting, figures }) => [setting, figures] as const)} />
      </section>
      <section className="stack" aria-label="Errors">
        <h2>Total error over size and threshold</h2>
        <p className="quiet">
          Missed and duplicate states together. Point at a cell to see both; press it to see what it got
          wrong, with the pictures.
        </p>
        <ErrorLegend equality={figures.equality?.error ?? null} />
        {figures.surfaces.map((surface) => (
          <div key={`${surface.algorithm} ${surface.kind}`} className="card padded">
            <ErrorMap
              surface={surface}
              equality={figures.equality?.error ?? null}
              best={figures.recommended.setting}
              chosen={shown}
              onChoose={setShown}
            />
            {surface.cells.some(({ setting }) => setting === shown) &&
              shown !== null &&
              mistakesOf(shown, urlOf)}
          </div>
        ))}
      </section>
    </>
  );
}

/** Beside figures there is room for the host and the path. */
const shortOf = (url: string): string => {
  const { host, rest } = readableAddress(url);
  return host + rest;
};

/** Figures, each with a title, and with its setting when the title is something else. */
function FiguresTable({
  rows,
}: {
  readonly rows: readonly (readonly [title: string, figures: SettingFigures, by?: string])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, it could not be scrolled by keyboard.
    <section className="figures-scroll" aria-label="Figures" tabIndex={0}>
      <table className="figures-table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Missed</th>
            <th scope="col">Duplicates</th>
            <th scope="col">Error</th>
            <th scope="col">F1</th>
            <th scope="col">Actions saved</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, { missed, duplicates, error, f1, speed }, by]) => (
            <tr key={title}>
              <th scope="row">
                {title}
                {by !== undefined && <span className="figures-by small quiet">by {by}</span>}
              </th>
              <td>{missed}</td>
              <td>{duplicates}</td>
              <td>{error}</td>
              <td>{f1.toFixed(3)}</td>
              <td>{Math.round(100 * speed)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
