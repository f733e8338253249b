import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import '../../shared/ui/rows.css';
import { counted } from '../../shared/words/counted.ts';

/** The sets of recorded sites, and the progress of each. */
export function CalibrationSetsView() {
  const { data, error } = useQuery({
    queryKey: ['calibration', 'sets'],
    queryFn: () => api.listCalibrationSets({}),
  });
  return (
    <>
      <PageHeader title="Calibration" tabTitle="Calibration" />
      {error !== null && <ProblemNote error={error} />}
      {error === null && data === undefined && <Waiting what="the sets" />}
      {data?.sets.length === 0 && (
        <div className="card">
          <EmptyNote icon="eye" title="Nothing is recorded yet">
            <p>
              Record applications with <code>tidemark calibrate record URL --set NAME</code>. Then people say
              here which of their states are the same, and Tidemark finds the setting that fits.
            </p>
          </EmptyNote>
        </div>
      )}
      <ul className="stack plain">
        {data?.sets.map(({ name, sites, verdicts, settings, recommended }) => (
          <li key={name} className="card padded stack">
            <div>
              <h2>
                <Link to="/calibration/$set" params={{ set: name }}>
                  {name}
                </Link>
              </h2>
              <p className="quiet">
                {counted(sites.length, 'site')},{' '}
                {counted(
                  sites.reduce((sum, { states }) => sum + states, 0),
                  'state',
                )}
                , {counted(verdicts, 'verdict')}, {counted(settings, 'setting')} tried
                {recommended !== null && `. Recommended: ${recommended}`}
              </p>
            </div>
            <div className="row">
              <Link className="button main" to="/calibration/$set/judge" params={{ set: name }}>
                Judge states
              </Link>
              <Link className="button usual" to="/calibration/$set" params={{ set: name }}>
                Figures
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
