import { Link } from '@tanstack/react-router';
import { useObserved } from '../../shared/api/observed-value.ts';
import { liveRuns } from '../../shared/live/live-runs.ts';
import { When } from '../../shared/ui/when.tsx';
import { counted } from '../../shared/words/counted.ts';
import type { HomeNews } from './home-query.ts';
import './home-list.css';

/** What runs now, and what runs next. */
export function DueRuns({ due }: { readonly due: HomeNews['due'] }) {
  const live = [...useObserved(liveRuns).values()].filter(({ state }) => state === 'running');
  const isLive = new Set(live.map(({ project }) => project));
  return (
    <section className="stack tight">
      <h2>Next</h2>
      <ul className="card home-list">
        {live.map(({ project, run, progress }) => (
          <li key={project}>
            <div className="home-list-words">
              <Link to="/projects/$project/runs/$run" params={{ project, run: String(run) }}>
                {project}
              </Link>
            </div>
            <span className="small home-list-end numbers">runs now, {counted(progress.pages, 'page')}</span>
          </li>
        ))}
        {due
          .filter(({ project }) => !isLive.has(project))
          .map(({ project, at, waitsForConfirmation }) => (
            <li key={project}>
              <div className="home-list-words">
                <Link to="/projects/$project" params={{ project }}>
                  {project}
                </Link>
              </div>
              <span className="quiet small home-list-end">
                {waitsForConfirmation ? (
                  'waits until you confirm its last run'
                ) : at === null ? (
                  'when you start it'
                ) : (
                  <Due at={at} />
                )}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** What is due is not over, as “just now” would say. */
function Due({ at }: { readonly at: string }) {
  return new Date(at).getTime() <= Date.now() ? 'now' : <When at={at} />;
}
