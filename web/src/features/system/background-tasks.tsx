import { narrow, Rows } from '../../shared/ui/rows.tsx';
import { When } from '../../shared/ui/when.tsx';
import { counted } from '../../shared/words/counted.ts';
import type { SystemState } from './machine-facts.tsx';

/** What runs for as long as the server does, and scheduled runs that could not begin. */
export function BackgroundTasks({
  tasks,
  threads,
  lateRuns,
}: Pick<SystemState, 'tasks' | 'threads' | 'lateRuns'>) {
  const still = threads.filter(({ standsStill }) => standsStill);
  return (
    <section className="stack tight">
      <h2>Background tasks</h2>
      <div className="card">
        <Rows columns={[narrow('Task'), narrow('State'), 'Since']}>
          {tasks.map(({ name, isAlive, since, failure, restarts }) => (
            <tr key={name}>
              <td className="narrow">{name}</td>
              <td className="narrow">{isAlive ? 'working' : 'failing'}</td>
              <td className={isAlive ? 'quiet' : ''}>
                <When at={since} />
                {restarts === 0 ? '' : `, repeated ${counted(restarts, 'time', 'times')}`}
                {failure === null ? '' : `: ${failure}`}
              </td>
            </tr>
          ))}
        </Rows>
      </div>
      {still.length === 0 ? null : (
        <>
          <h3>Stuck threads</h3>
          <div className="card">
            <Rows columns={[narrow('Thread'), narrow('Since'), 'Works on']}>
              {still.map(({ number, lastHeartbeatAt, work }) => (
                <tr key={number}>
                  <td className="narrow">{number}</td>
                  <td className="narrow quiet">
                    <When at={lastHeartbeatAt} />
                  </td>
                  <td>{work.join(', ')}</td>
                </tr>
              ))}
            </Rows>
          </div>
        </>
      )}
      {lateRuns.length === 0 ? null : (
        <>
          <h3>Late runs</h3>
          <div className="card">
            <Rows columns={[narrow('Project'), narrow('Due'), narrow('Next try'), 'Why']}>
              {lateRuns.map(({ project, dueAt, retryAt, message }) => (
                <tr key={project}>
                  <td className="narrow">{project}</td>
                  <td className="narrow quiet">
                    <When at={dueAt} />
                  </td>
                  <td className="narrow quiet">
                    <When at={retryAt} />
                  </td>
                  <td>{message}</td>
                </tr>
              ))}
            </Rows>
          </div>
        </>
      )}
    </section>
  );
}
