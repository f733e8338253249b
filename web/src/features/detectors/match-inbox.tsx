import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { When } from '../../shared/ui/when.tsx';
import { MatchList } from './match-list.tsx';

const RUNS = 5;

/** What was found in the last runs, the newest first. */
export function MatchInbox({ project }: { readonly project: string }) {
  const { data: runs } = useQuery({
    queryKey: ['project', project, 'last runs'],
    queryFn: () => api.listRuns({ project, limit: RUNS }),
  });
  const found = useQueries({
    queries: (runs?.items ?? []).map(({ number }) => ({
      queryKey: ['project', project, 'matches', number],
      queryFn: () => api.listMatches({ project, run: number, limit: 50 }),
    })),
  });
  const withMatches = (runs?.items ?? []).flatMap((run, place) => {
    const matches = found[place]?.data?.items ?? [];
    return matches.length === 0 ? [] : [{ run, matches }];
  });
  if (withMatches.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Found in the last runs</h2>
      {withMatches.map(({ run, matches }) => (
        <article key={run.number} className="card padded stack">
          <h3>
            <Link to="/projects/$project/runs/$run" params={{ project, run: String(run.number) }}>
              Run {run.number}
            </Link>{' '}
            <span className="quiet small">
              <When at={run.startedAt} />
            </span>
          </h3>
          <MatchList project={project} matches={matches} />
        </article>
      ))}
    </section>
  );
}
