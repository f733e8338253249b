import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { Waiting } from '../../shared/ui/notes.tsx';
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

/** The matches of one run: the first ones, and more on request. */
function RunMatches({
  project,
  run: { number, startedAt },
  first,
}: {
  readonly project: string;
  readonly run: AnswerOf<'listRuns'>['items'][number];
  readonly first: AnswerOf<'listMatches'>;
}) {
  const query = useInfiniteQuery({
    queryKey: ['project', project, 'all matches', number],
    queryFn: ({ pageParam }) => matchesPart(project, number, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    initialData: { pages: [first], pageParams: [''] },
  });
  return (
    <article className="card padded stack">
      <h3>
        <Link to="/projects/$project/runs/$run" params={{ project, run: String(number) }}>
          Run {number}
        </Link>{' '}
        <span className="quiet small">
          <When at={startedAt} />
        </span>
      </h3>
      <MatchList project={project} matches={query.data.pages.flatMap(({ items }) => items)} />
      <MoreButton query={query} />
    </article>
  );
}

/** The number of matches that are shown at first. */
const PART = 10;

/** Matches of a run, the first of them or those after a place. */
const matchesPart = (project: string, run: number, after: string) =>
  api.listMatches({ project, run, limit: PART, ...(after !== '' && { after }) });
