import { Address } from '../../shared/ui/address.tsx';
import { RunLink } from '../../shared/ui/quick-links.tsx';
import { When } from '../../shared/ui/when.tsx';
import { number } from '../../shared/words/counted.ts';
import { HomeList } from './home-list.tsx';
import type { HomeNews } from './home-query.ts';

/** Runs that stopped before their end, and pages that could not be read. */
export function FailingThings({ failing }: { readonly failing: HomeNews['failing'] }) {
  return (
    <HomeList title="Failing">
      {failing.map(({ project, run, at, kind, reason, pages, pageCount }) => (
        <li key={`${project} ${kind}`}>
          <div className="home-list-words">
            <RunLink project={project} run={run} flag={kind === 'pages' ? 'ERR' : undefined}>
              {project}
            </RunLink>
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
    </HomeList>
  );
}
