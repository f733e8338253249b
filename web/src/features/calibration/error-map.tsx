import { useState } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';

type Surface = AnswerOf<'readCalibration'>['surfaces'][number];

/** Errors from 0 to the worst, as one of ten shades. Square roots spread the small errors, which matter most. */
const shadeOf = (error: number, worst: number): number =>
  Math.min(9, Math.floor(10 * Math.sqrt(error / worst)));

/** Thresholds are shown short; the setting itself has all digits. */
const short = (threshold: number): string => String(Number(threshold.toFixed(2)));

/** The error of one algorithm and kind as a heat map: rows are sizes, columns thresholds, each cell a button. */
export function ErrorMap({
  surface: { algorithm, kind, sizes, thresholds, cells },
  equality,
  best,
  chosen,
  onChoose,
}: {
  readonly surface: Surface;
  readonly equality: number | null;
  readonly best: string;
  readonly chosen: string | null;
  readonly onChoose: (setting: string) => void;
}) {
  const [pointed, setPointed] = useState<Surface['cells'][number] | null>(null);
  const title = kind === '' ? algorithm : `${algorithm}, ${kind}`;
  const worst = Math.max(...cells.map(({ figures }) => figures.error), equality ?? 0, 1);
  const at = new Map(cells.map((cell) => [`${cell.size} ${cell.threshold}`, cell]));
  const shown = pointed ?? cells.find(({ setting }) => setting === chosen) ?? null;
  return (
    <figure className="error-map">
      <figcaption>
        <strong>{title}</strong>
      </figcaption>
      <div className="error-map-scroll">
        <table aria-label={`Total error of ${title} over size and threshold`}>
          <thead>
            <tr>
              <td />
              <th colSpan={thresholds.length} scope="colgroup">
                threshold
              </th>
            </tr>
            <tr>
              <th scope="col">{sizes.length > 1 ? 'size' : ''}</th>
              {thresholds.map((threshold) => (
                <th key={threshold} scope="col">
                  {short(threshold)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <tr key={size}>
                <th scope="row">{sizes.length > 1 ? size : ''}</th>
                {thresholds.map((threshold) => {
                  const cell = at.get(`${size} ${threshold}`);
                  if (cell === undefined) return <td key={threshold} />;
                  const { setting, figures } = cell;
                  const looks = [
                    'error-cell',
                    `shade-${shadeOf(figures.error, worst)}`,
                    equality !== null && figures.error < equality ? 'below' : '',
                    setting === best ? 'best' : '',
                    setting === chosen ? 'chosen' : '',
                  ];
                  return (
                    <td key={threshold}>
                      <button
                        type="button"
                        className={looks.filter(Boolean).join(' ')}
                        title={saysOf(cell)}
                        aria-pressed={setting === chosen}
                        onClick={() => onChoose(setting)}
                        onPointerEnter={() => setPointed(cell)}
                        onPointerLeave={() => setPointed(null)}
                        onFocus={() => setPointed(cell)}
                        onBlur={() => setPointed(null)}
                      >
                        {figures.error}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {/* Below the cells: above them, the text would move the cell away from the pointer. */}
      <p className="quiet error-said">
        {shown === null ? 'Point at a setting to see its figures.' : saysOf(shown)}
      </p>
    </figure>
  );
}

function saysOf({ setting, figures: { missed, duplicates, f1, speed } }: Surface['cells'][number]): string {
  return `${setting}: ${missed} missed, ${duplicates} duplicate, F1 ${f1.toFixed(2)}, ${Math.round(100 * speed)} % of actions saved`;
}

/** The legend of the cells. */
export function ErrorLegend({ equality }: { readonly equality: number | null }) {
  return (
    <div className="row error-legend quiet">
      <span className="row tight">
        few
        <span className="error-scale" aria-hidden="true">
          {Array.from({ length: 10 }, (_, shade) => (
            <span key={`shade ${shade.toString()}`} className={`shade-${shade}`} />
          ))}
        </span>
        many errors
      </span>
      {equality !== null && (
        <span className="row tight">
          <span className="error-cell below shade-5" aria-hidden="true" /> better than equality of stripped
          documents ({equality})
        </span>
      )}
      <span className="row tight">
        <span className="error-cell best shade-5" aria-hidden="true" /> recommended
      </span>
    </div>
  );
}
