import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { projectsQuery } from '../../shared/api/projects-query.ts';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { CrawlPerformance } from './crawl-performance.tsx';
import { DetectorResults } from './detector-results.tsx';
import { MatchesPerPage } from './matches-per-page.tsx';
import './statistics-view.css';

const ALL = ' all';
const lengths = [
  { id: ALL, name: 'since the beginning' },
  { id: '1', name: 'in the last day' },
  { id: '7', name: 'in the last week' },
  { id: '30', name: 'in the last 30 days' },
  { id: '365', name: 'in the last year' },
] as const;
const units = [
  { id: ALL, name: 'by what fits' },
  { id: 'hour', name: 'by the hour' },
  { id: 'day', name: 'by the day' },
  { id: 'week', name: 'by the week' },
  { id: 'month', name: 'by the month' },
  { id: 'year', name: 'by the year' },
] as const;

const DAY = 86_400_000;

/** What crawls did and what detectors found: tables I to III and figures 3 to 5 of the paper, over one's own data. */
export function StatisticsView() {
  const { project = ALL, days = ALL, by = ALL } = useSearch({ from: '/statistics' });
  const navigate = useNavigate();
  const { data: projects } = useQuery(projectsQuery);
  const unit = units.find(({ id }) => id === by)?.id ?? ALL;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['everywhere', 'statistics', project, days, unit],
    queryFn: () =>
      api.showStatistics({
        ...(project !== ALL && { project }),
        // Rounded down to the hour, so that the same request a moment later gets the cached answer.
        ...(Number(days) > 0 && {
          since: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - Number(days) * DAY).toISOString(),
        }),
        ...(unit !== ALL && { by: unit }),
      }),
    placeholderData: keepPreviousData,
  });
  const go = (change: Readonly<Record<string, string>>) => {
    const next = { project, days, by, ...change };
    void navigate({
      to: '/statistics',
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ALL)),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <>
      <PageHeader title="Statistics" tabTitle="Statistics" />
      <div className="statistics-choice">
        <Select
          label="Projects"
          options={[
            { id: ALL, name: 'all projects' },
            ...(projects?.items ?? []).map(({ name }) => ({ id: name, name })),
          ]}
          value={project}
          onChange={(value) => go({ project: value })}
        />
        <Select
          label="From when on"
          options={lengths}
          value={lengths.find(({ id }) => id === days)?.id ?? ALL}
          onChange={(value) => go({ days: value })}
        />
        <Select label="Counted" options={units} value={unit} onChange={(value) => go({ by: value })} />
      </div>
      {error !== null && data === undefined && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Waiting what="the statistics" lines={8} />}
      {data !== undefined && (
        <div className="stack large" aria-busy={isPlaceholderData}>
          {data.crawls.every(({ crawls }) => crawls === 0) ? (
            <div className="card">
              <EmptyNote icon="chart" title="Nothing to count yet">
                <p>
                  When a project has run in this time, this is where you see how long it took and what was
                  found.
                </p>
              </EmptyNote>
            </div>
          ) : (
            <>
              <CrawlPerformance crawls={data.crawls.filter(({ crawls }) => crawls > 0)} pages={data.pages} />
              <DetectorResults statistics={data} />
              <MatchesPerPage perPage={data.perPage} />
            </>
          )}
        </div>
      )}
    </>
  );
}
