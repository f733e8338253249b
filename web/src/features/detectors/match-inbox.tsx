import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { Waiting } from '../../shared/ui/notes.tsx';
import { matchesPart } from './matches-part.ts';
import { RunMatches } from './run-matches.tsx';

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
      queryFn: () => matchesPart(project, number, ''),
    })),
  });
  const withMatches = (runs?.items ?? []).flatMap((run, place) => {
    const first = found[place]?.data;
    return first === undefined || first.items.length === 0 ? [] : [{ run, first }];
  });
  if (runs === undefined || found.some(({ isPending }) => isPending))
    return <Waiting what="what was found" lines={6} />;
  if (withMatches.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Found in the last runs</h2>
      {withMatches.map(({ run, first }) => (
        <RunMatches key={run.number} project={project} run={run} first={first} />
      ))}
    </section>
  );
}
