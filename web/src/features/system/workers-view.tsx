import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { aloud, narrow, Rows } from '../../shared/ui/rows.tsx';
import { JobQueue } from './job-queue.tsx';
import { SystemFrame } from './system-frame.tsx';
import { nodesKey, WorkerRow } from './worker-row.tsx';

/** The machines that work on runs, and what waits for them. */
export function WorkersView() {
  return (
    <SystemFrame tabTitle="Workers">
      <Workers />
      <JobQueue />
    </SystemFrame>
  );
}

function Workers() {
  const { data, error, refetch } = useQuery({
    queryKey: nodesKey,
    queryFn: () => api.listNodes({}),
    refetchInterval: 2000,
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the workers" lines={4} />;
  if (data.items.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="system" title="The server works alone">
          <p>
            With a PostgreSQL database, other machines can help: <code>tidemark worker</code> on each of them,
            with the same <code>DATABASE_URL</code>.
          </p>
        </EmptyNote>
      </div>
    );
  return (
    <div className="card">
      <Rows
        columns={[
          'Machine',
          'State',
          'Runs',
          'Load',
          'Memory',
          'Version',
          narrow('Last seen'),
          aloud('What to do'),
        ]}
      >
        {data.items.map((node) => (
          <WorkerRow key={node.id} node={node} />
        ))}
      </Rows>
    </div>
  );
}
