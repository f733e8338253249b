import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { projectQuery } from '../api/project-queries.ts';
import { ProblemNote } from '../ui/notes.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import '../ui/tabs.css';
import { RunButton } from './run-buttons.tsx';

/** The title of a project with its views. */
export function ProjectFrame({
  project,
  tabTitle,
  children,
}: {
  readonly project: string;
  readonly tabTitle: string;
  readonly children: ReactNode;
}) {
  const { data, error, refetch } = useQuery(projectQuery(project));
  if (error !== null && data === undefined)
    return (
      <>
        <PageHeader title={project} tabTitle={project} />
        <ProblemNote error={error} onRetry={() => void refetch()} />
      </>
    );
  return (
    <>
      <PageHeader
        title={project}
        tabTitle={`${tabTitle}: ${project}`}
        below={
          data !== undefined && (
            <a href={data.url} rel="noreferrer noopener" target="_blank">
              {data.url}
            </a>
          )
        }
      >
        <RunButton
          project={project}
          isPaused={data?.lastRun?.state === 'paused'}
          isWaiting={data?.isWaiting ?? false}
        />
      </PageHeader>
      <nav className="tabs" aria-label={`Views of ${project}`}>
        <Link to="/projects/$project" params={{ project }} activeOptions={{ exact: true }}>
          Runs
        </Link>
        <Link to="/projects/$project/pages" params={{ project }} activeOptions={{ exact: true }}>
          Pages
        </Link>
        <Link to="/projects/$project/states" params={{ project }} activeOptions={{ includeSearch: false }}>
          States
        </Link>
        <Link to="/projects/$project/detectors" params={{ project }}>
          Detectors
        </Link>
        <Link to="/projects/$project/messages" params={{ project }}>
          Messages
        </Link>
        <Link to="/projects/$project/file" params={{ project }}>
          Settings
        </Link>
      </nav>
      {children}
    </>
  );
}
