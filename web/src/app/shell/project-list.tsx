import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { memo } from 'react';
import { useObserved } from '../../shared/api/observed-value.ts';
import { projectPartsQuery } from '../../shared/api/projects-query.ts';
import { liveRuns } from '../../shared/live/live-runs.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProjectLink } from '../../shared/ui/quick-links.tsx';

/** The projects in alphabetical order; the open one is always in the list. */
export function ProjectList() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(projectPartsQuery);
  const open = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.params as { readonly project?: string } | undefined)?.project,
  });
  const names = data?.pages.flatMap(({ items }) => items.map(({ name }) => name)) ?? [];
  const isFurtherDown = open !== undefined && hasNextPage && !names.includes(open);
  if (names.length === 0) return null;
  return (
    <>
      <h2 className="side-nav-title">Projects</h2>
      <ul className="side-nav-list">
        {[...(isFurtherDown ? [open] : []), ...names].map((name) => (
          <ProjectLine key={name} name={name} isOpen={name === open} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="side-nav-more">
          <Button look="bare" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            More projects
          </Button>
        </div>
      )}
    </>
  );
}

const ProjectLine = memo(function ProjectLine({
  name,
  isOpen,
}: {
  readonly name: string;
  readonly isOpen: boolean;
}) {
  const isRunning = useObserved(liveRuns, (runs) => runs.get(name)?.state === 'running');
  return (
    <li>
      <ProjectLink project={name} isOpen={isOpen} className={`side-nav-link ${isOpen ? 'active' : ''}`}>
        <span className="side-nav-name">{name}</span>
        {isRunning && <span className="side-nav-running">running</span>}
      </ProjectLink>
    </li>
  );
});
