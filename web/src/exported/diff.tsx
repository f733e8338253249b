import type { ExportedDiff } from '../../../src/features/reports/exported-data.ts';
import { ChangeList } from './change-list.tsx';
import { exportedData, showExported } from './exported-page.tsx';
import { PageLink } from './page-link.tsx';

const { project, page, versions, notes, changes, more } = exportedData<ExportedDiff>();

showExported(
  <>
    <p className="small quiet">
      <bdi>{project}</bdi> · what changed on
    </p>
    <h1>
      <PageLink page={page} />
    </h1>
    <p className="quiet">{versions}</p>
  </>,
  <div className="stack">
    {notes.map((note) => (
      <p key={note} className="small quiet">
        {note}
      </p>
    ))}
    {changes.length > 0 && (
      <section className="card padded" aria-label="Changes">
        <ChangeList changes={changes} more={more} />
      </section>
    )}
  </div>,
);
