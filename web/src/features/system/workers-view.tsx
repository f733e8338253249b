import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import '../../shared/ui/rows.css';
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
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Machine</th>
            <th scope="col">State</th>
            <th scope="col">Runs</th>
            <th scope="col">Load</th>
            <th scope="col">Memory</th>
            <th scope="col">Version</th>
            <th scope="col" className="narrow">
              Last seen
            </th>
            <th scope="col" className="narrow">
              <span className="visually-hidden">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((node) => (
            <WorkerRow key={node.id} node={node} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
