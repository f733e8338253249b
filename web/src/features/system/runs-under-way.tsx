import { Link } from '@tanstack/react-router';
import '../../shared/ui/rows.css';
import { number } from '../../shared/words/counted.ts';
import type { SystemState } from './machine-facts.tsx';

/** What the server is doing, and what waits behind it. */
export function RunsUnderWay({ runs }: { readonly runs: SystemState['runs'] }) {
  return (
    <section className="stack tight">
      <h2>Under way</h2>
      <div className="card">
        {runs.length === 0 ? (
          <p className="card-line quiet">No run is under way.</p>
        ) : (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Project</th>
                <th scope="col">Run</th>
                <th scope="col">Pages</th>
                <th scope="col">Being fetched</th>
                <th scope="col">Waiting</th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ project, run, pages, inFlight, queued }) => (
                <tr key={project}>
                  <td>{project}</td>
                  <td>
                    <Link to="/projects/$project/runs/$run" params={{ project, run: String(run) }}>
                      Run {run}
                    </Link>
                  </td>
                  <td className="numbers">{number(pages)}</td>
                  <td className="numbers">{number(inFlight)}</td>
                  <td className="numbers">{number(queued)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
