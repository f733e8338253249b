import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { memo } from 'react';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { api } from '../../../shared/api/api.ts';
import { ProjectFrame } from '../../../shared/project/project-frame.tsx';
import { Address } from '../../../shared/ui/address.tsx';
import { Flag } from '../../../shared/ui/flag.tsx';
import { MoreButton } from '../../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { PageLink } from '../../../shared/ui/quick-links.tsx';
import { narrow, Rows } from '../../../shared/ui/rows.tsx';
import { When } from '../../../shared/ui/when.tsx';

/** All pages of a project, in the order in which they were found. */
export function ProjectPagesView() {
  const { project } = useParams({ from: '/projects/$project/pages' });
  return (
    <ProjectFrame project={project} tabTitle="Pages">
      <PageList project={project} />
    </ProjectFrame>
  );
}

function PageList({ project }: { readonly project: string }) {
  const query = useInfiniteQuery({
    queryKey: ['project', project, 'pages'],
    queryFn: ({ pageParam }) =>
      api.listPages({ project, limit: 50, which: 'all', ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the pages" lines={6} />;
  const pages = data.pages.flatMap(({ items }) => items);
  if (pages.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="page" title="No pages yet">
          <p>The first run collects them.</p>
        </EmptyNote>
      </div>
    );
  return (
    <div className="stack">
      <div className="card">
        <Rows columns={['Page', narrow('Result'), narrow('Visited')]}>
          {pages.map((page) => (
            <PageRow key={page.file} project={project} page={page} />
          ))}
        </Rows>
      </div>
      <MoreButton query={query} />
    </div>
  );
}

/** Rendered once: rows that are fetched later follow below. */
const PageRow = memo(function PageRow({
  project,
  page: { file, identity, flag, visitedAt },
}: {
  readonly project: string;
  readonly page: AnswerOf<'listPages'>['items'][number];
}) {
  return (
    <tr>
      <td className="address-cell">
        <PageLink project={project} file={file}>
          <Address url={identity} />
        </PageLink>
      </td>
      <td className="narrow">{flag !== null && <Flag flag={flag} />}</td>
      <td className="narrow quiet">{visitedAt === null ? 'not yet' : <When at={visitedAt} />}</td>
    </tr>
  );
});
