import { Link } from '@tanstack/react-router';
import { Address } from '../../shared/ui/address.tsx';
import { When } from '../../shared/ui/when.tsx';
import { number } from '../../shared/words/counted.ts';
import type { HomeNews } from './home-query.ts';
import './home-list.css';

/** Runs that stopped before their end, and pages that could not be read. */
export function FailingThings({ failing }: { readonly failing: HomeNews['failing'] }) {
  return (
    <section className="stack tight">
      <h2>Failing</h2>
      <ul className="card home-list">
        {failing.map(({ project, run, at, kind, reason, pages, pageCount }) => (
          <li key={`${project} ${kind}`}>
            <div className="home-list-words">
              <Link
                to="/projects/$project/runs/$run"
                params={{ project, run: String(run) }}
                search={kind === 'pages' ? { flag: 'ERR' } : {}}
              >
                {project}
              </Link>
              <p>
                {kind === 'paused'
                  ? `Run ${run} is paused${reason === '' ? '' : `: ${reason}`}`
                  : `${pageCount === 1 ? 'One page' : `${number(pageCount)} pages`} could not be read: ${reason}`}
              </p>
              {pages[0] !== undefined && (
                <p className="quiet small">
                  <Address url={pages[0].url} />
                </p>
              )}
            </div>
            <span className="quiet small home-list-end">
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
