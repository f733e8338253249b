import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Address } from '../../../shared/ui/address.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RunLink } from '../../../shared/ui/quick-links.tsx';
import { When } from '../../../shared/ui/when.tsx';
import { number } from '../../../shared/words/counted.ts';
import { DueRuns } from './due-runs.tsx';
import { type HomeSummary, homeQuery } from './home-query.ts';
import { HomeSection } from './home-section.tsx';
import { MarkRead } from './mark-read.tsx';
import { UnreadSummaries } from './unread-summaries.tsx';

const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));

/** What changed since I last looked, then what fails, then what is due. */
export function HomeView() {
  const { data, error, refetch } = useQuery(homeQuery);
  if (data?.projects === 0)
    return (
      <Suspense fallback={<Waiting what="the first step" />}>
        <FirstStart />
      </Suspense>
    );
  return (
    <>
      <PageHeader
        title="What changed"
        tabTitle={
          data === undefined || data.unread.length === 0
            ? 'What changed'
            : `(${data.unread.length}) What changed`
        }
        below={data !== undefined && summary(data)}
      >
        {data !== undefined && data.marks.length > 0 && (
          <MarkRead marks={data.marks} name="Mark all as read" />
        )}
      </PageHeader>
      {error !== null && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="what changed" lines={6} />}
      {data !== undefined && <News news={data} />}
    </>
  );
}

function summary({ unread, projects }: HomeSummary): string {
  const watched = projects === 1 ? 'one project' : `${projects} projects`;
  return unread.length === 0
    ? `You have read everything in ${watched}.`
    : `Since you last looked, in ${watched}.`;
}

function News({ news }: { readonly news: HomeSummary }) {
  return (
    <>
      {news.unread.length > 0 ? (
        <UnreadSummaries news={news} />
      ) : (
        <div className="card">
          <EmptyNote icon="check" title="Nothing new">
            <p>
              When a run finds a change, it stands here in its own words; the first run of a project only
              collects what is there. Older changes are in the runs of each project.
            </p>
          </EmptyNote>
        </div>
      )}
      {news.failing.length > 0 && <FailingThings failing={news.failing} />}
      {news.due.length > 0 && <DueRuns due={news.due} />}
    </>
  );
}

/** Runs that stopped before their end, and pages that could not be read. */
function FailingThings({ failing }: { readonly failing: HomeSummary['failing'] }) {
  return (
    <HomeSection title="Failing">
      {failing.map(({ project, run, at, kind, reason, pages, pageCount }) => (
        <li key={`${project} ${kind}`}>
          <div className="home-section-words">
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
          <span className="quiet small home-section-end">
            <When at={at} />
          </span>
        </li>
      ))}
    </HomeSection>
  );
}
