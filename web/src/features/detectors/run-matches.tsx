import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { When } from '../../shared/ui/when.tsx';
import { MatchList } from './match-list.tsx';
import { matchesPart } from './matches-part.ts';

/** What was found in one run: the first matches, and more when somebody asks. */
export function RunMatches({
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
