import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { narrow, Rows } from '../../shared/ui/rows.tsx';
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
        <Rows columns={[narrow('When'), narrow('Who'), 'What', narrow('From')]}>
          {lines.map(({ id, at, actor, action, subject, detail, address }) => (
            <tr key={id}>
              <td className="narrow quiet">
                <When at={at} />
              </td>
              <td className="narrow">{actor}</td>
              <td>
                {action} <strong>{subject}</strong>
                {detail !== '' && <span className="quiet"> {detail}</span>}
              </td>
              <td className="narrow quiet">{address ?? 'the command line'}</td>
            </tr>
          ))}
        </Rows>
      </div>
      <MoreButton query={query} />
    </div>
  );
}
