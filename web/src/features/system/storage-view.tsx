import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { projectPartsQuery } from '../../shared/api/projects-query.ts';
import { Button } from '../../shared/ui/button.tsx';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { ProjectLink } from '../../shared/ui/quick-links.tsx';
import { aloud, Rows } from '../../shared/ui/rows.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { counted, size } from '../../shared/words/counted.ts';
import { FeedReaders } from './feed-readers.tsx';
import { SystemFrame } from './system-frame.tsx';

/** What is stored of each project, and what of it could go. */
export function StorageView() {
  return (
    <SystemFrame tabTitle="Storage">
      <Projects />
      <FeedReaders />
    </SystemFrame>
  );
}

function Projects() {
  const query = useInfiniteQuery(projectPartsQuery);
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the projects" lines={4} />;
  const projects = data.pages.flatMap(({ items }) => items);
  if (projects.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="folder" title="Nothing is stored yet" />
      </div>
    );
  return (
    <section className="stack">
      <p className="quiet">
        Everything is kept, unless the project file says for how long (<code>keep</code>). The server tidies
        once a day; counting may take some seconds for large projects.
      </p>
      <div className="card">
        <Rows columns={['Project', 'Stored, and what could go', aloud('What to do')]}>
          {projects.map(({ name }) => (
            <StorageRow key={name} project={name} />
          ))}
        </Rows>
      </div>
      <MoreButton query={query} />
    </section>
  );
}

/** Counted only on request: over a million visits, that takes seconds. */
const StorageRow = memo(function StorageRow({ project }: { readonly project: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['project', project, 'retention'],
    queryFn: () => api.showRetention({ project }),
    enabled: false,
  });
  const removal = useMutation({
    mutationFn: () => api.applyRetention({ project }),
    onSuccess: ({ visits, versions, bytes }) => {
      sayDone(`Gone: ${counted(visits, 'visit')}, ${counted(versions, 'version')}, ${size(bytes)}.`);
      void refetch();
    },
    onError: (problem) => sayFailed(problemWords(problem).detail),
  });
  return (
    <tr>
      <td>
        <ProjectLink project={project}>{project}</ProjectLink>
      </td>
      <td className="quiet">
        {error !== null ? problemWords(error).detail : data === undefined ? 'Not counted yet' : inWords(data)}
      </td>
      <td className="narrow">
        {data !== undefined && data.couldGo.visits + data.couldGo.versions > 0 ? (
          <Button look="bare" icon="bin" isPending={removal.isPending} onPress={() => removal.mutate()}>
            Remove now
          </Button>
        ) : (
          <Button
            look="bare"
            isPending={isFetching}
            aria-label={`Count ${project}`}
            onPress={() => void refetch()}
          >
            {isFetching ? 'Counting …' : 'Count'}
          </Button>
        )}
      </td>
    </tr>
  );
});

function inWords({ pages, runs, visits, couldGo }: AnswerOf<'showRetention'>): string {
  const stored = `${counted(pages, 'page')}, ${counted(visits, 'visit')} in ${counted(runs, 'run')}`;
  const { keep, versions, bytes } = couldGo;
  if (keep === null) return `${stored}. Everything is kept.`;
  if (couldGo.visits + versions === 0) return `${stored}. Nothing is older than what is kept.`;
  return `${stored}. Could go: ${counted(couldGo.visits, 'visit')} and ${counted(versions, 'version')}, ${size(bytes)}.`;
}
