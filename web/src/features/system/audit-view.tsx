import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import '../../shared/ui/rows.css';
import { When } from '../../shared/ui/when.tsx';
import { SystemFrame } from './system-frame.tsx';

/** Who did what, when and from where. */
export function AuditView() {
  return (
    <SystemFrame tabTitle="Audit log">
      <AuditLog />
    </SystemFrame>
  );
}

function AuditLog() {
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) =>
      api.readAuditLog({ limit: 50, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the audit log" lines={6} />;
  const lines = data.pages.flatMap(({ items }) => items);
  if (lines.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="page" title="Nothing was done yet" />
      </div>
    );
  return (
    <div className="stack">
      <div className="card">
        <table className="rows">
          <thead>
            <tr>
              <th scope="col" className="narrow">
                When
              </th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, at, actor, action, subject, detail, address }) => (
              <tr key={id}>
                <td className="narrow quiet">
                  <When at={at} />
                </td>
                <td>{actor}</td>
                <td>
                  {action} <strong>{subject}</strong>
                  {detail !== '' && <span className="quiet"> {detail}</span>}
                </td>
                <td className="quiet">{address ?? 'the command line'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreButton query={query} />
    </div>
  );
}
