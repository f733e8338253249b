import type { ExportedPicture, ExportedPictures } from '../../../src/features/reports/exported-data.ts';
import { pictureIn } from './exported-page.tsx';

/** The number of pictures that are open at first; the others open with a click. */
const OPEN = 5;

/** Before and after, side by side, with boxes around what differs. */
export function ReportPictures({
  shown,
  left,
}: {
  readonly shown: readonly ExportedPictures[];
  readonly left: number;
}) {
  return (
    <section className="stack" aria-labelledby="pictures">
      <h2 id="pictures">Before and after</h2>
      {shown.map(({ file, address, before, after }, place) => (
        <details key={file} className="card padded report-group" open={place < OPEN}>
          <summary>
            <h3>
              <bdi>{address}</bdi>
            </h3>
          </summary>
          <div className="report-shots">
            <Shot title="Before" kind="removed" id={`before-${file}`} address={address} picture={before} />
            <Shot title="After" kind="added" id={`after-${file}`} address={address} picture={after} />
          </div>
        </details>
      ))}
      {left > 0 && <p className="small quiet">The pictures of {left} more pages are left out.</p>}
    </section>
  );
}

function Shot({
  title,
  kind,
  id,
  address,
  picture,
}: {
  readonly title: string;
  readonly kind: 'added' | 'removed';
  readonly id: string;
  readonly address: string;
  readonly picture: ExportedPicture | null;
}) {
  const source = pictureIn(id);
  if (picture === null || source === null) return null;
  const { width, height, boxes } = picture;
  return (
    <figure>
      <figcaption className="small quiet">{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}: ${address}`}>
        <image href={source} width={width} height={height} />
        {boxes.map((box) => (
          <rect key={`${box.x} ${box.y}`} className={kind} {...box} />
        ))}
      </svg>
    </figure>
  );
}
