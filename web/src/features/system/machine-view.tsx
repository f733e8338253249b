import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { narrow, Rows } from '../../shared/ui/rows.tsx';
import { When } from '../../shared/ui/when.tsx';
import { BackgroundTasks } from './background-tasks.tsx';
import { MachineFacts, type SystemState } from './machine-facts.tsx';
import { RunsUnderWay } from './runs-under-way.tsx';
import { SystemFrame } from './system-frame.tsx';

/** The state of the server. */
export function MachineView() {
  return (
    <SystemFrame tabTitle="Machine">
      <Machine />
    </SystemFrame>
  );
}

function Machine() {
  const { data, error, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: () => api.showSystem({}),
    refetchInterval: 5000,
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the state of the server" lines={8} />;
  return (
    <>
      <MachineFacts system={data} />
      <BackgroundTasks tasks={data.tasks} threads={data.threads} lateRuns={data.lateRuns} />
      <RunsUnderWay runs={data.runs} />
      <LogLines log={data.log} />
    </>
  );
}

/** The last warnings and errors since the start. */
function LogLines({ log }: { readonly log: SystemState['log'] }) {
  return (
    <section className="stack tight">
      <h2>Problems in the log</h2>
      <div className="card">
        {log.length === 0 ? (
          <p className="card-line quiet">None since the start.</p>
        ) : (
          <Rows columns={[narrow('When'), 'What']}>
            {log.map(({ at, says, times }, place) => (
              <tr key={place}>
                <td className="narrow quiet">
                  <When at={at} />
                </td>
                <td>
                  {says}
                  {times > 1 && <span className="quiet"> ({times} times)</span>}
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </div>
    </section>
  );
}
