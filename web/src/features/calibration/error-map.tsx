import type { AnswerOf } from '../../shared/api/answers.ts';

type Surface = AnswerOf<'readCalibration'>['surfaces'][number];

/** The error of one algorithm and kind, seen from above: rows are sizes, columns thresholds, each cell a button. */
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
  const title = kind === '' ? algorithm : `${algorithm}, ${kind}`;
  const worst = Math.max(...cells.map(({ figures }) => figures.error), equality ?? 0, 1);
  const at = new Map(cells.map((cell) => [`${cell.size} ${cell.threshold}`, cell]));
  return (
    <figure className="error-map">
      <figcaption>
        <strong>{title}</strong>
      </figcaption>
      <div className="error-map-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">size</th>
              {thresholds.map((threshold) => (
                <th key={threshold} scope="col">
                  {threshold}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {thresholds.map((threshold) => {
                  const cell = at.get(`${size} ${threshold}`);
                  if (cell === undefined) return <td key={threshold} />;
                  const { setting, figures } = cell;
                  const looks = [
                    'error-cell',
                    `shade-${Math.min(9, Math.floor(10 * Math.sqrt(figures.error / worst)))}`,
                    equality !== null && figures.error < equality ? 'below' : '',
                    setting === best ? 'best' : '',
                    setting === chosen ? 'chosen' : '',
                  ];
                  return (
                    <td key={threshold}>
                      <button
                        type="button"
                        className={looks.filter(Boolean).join(' ')}
                        title={`${setting}: ${figures.missed} missed, ${figures.duplicates} duplicate`}
                        onClick={() => onChoose(setting)}
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
    </figure>
  );
}
