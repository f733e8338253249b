import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../shared/api/api.ts';
import { ChoiceGroup } from '../../../shared/ui/choice.tsx';
import { type FlagName, flagWords } from '../../../shared/ui/flag.tsx';
import { MoreButton } from '../../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { number } from '../../../shared/words/counted.ts';
import { FlagBar, flagOrder as order } from './flag-bar.tsx';
import { ReportTable } from './report-table.tsx';

/** Flags as a bar, and the pages with the reason for each, filtered and part by part. */
export function RunReport({
  project,
  run,
  isFirst,
  flag,
  isLive,
}: {
  readonly project: string;
  readonly run: number;
  readonly isFirst: boolean;
  readonly flag: FlagName | null;
  readonly isLive: boolean;
}) {
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    queryKey: ['project', project, 'run', run, 'pages', flag],
    queryFn: ({ pageParam }) =>
      api.listRunPages({
        project,
        run,
        limit: 50,
        // The server takes a list; the types are those after reading it.
        ...(flag !== null && { flags: flag }),
        ...(pageParam !== '' && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? 4000 : false,
  });
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the report" lines={6} />;
  const totals = data.pages[0]?.totals ?? { NEW: 0, SAM: 0, UPD: 0, MIS: 0, ERR: 0 };
  const startFailure = data.pages[0]?.startFailure ?? null;
  const all = order.reduce((sum, each) => sum + totals[each], 0);
  const rows = data.pages.flatMap(({ items }) => items);
  if (all === 0 && flag === null)
    return (
      <div className="card">
        <EmptyNote icon="page" title={isLive ? 'No pages are judged yet' : 'It visited no pages'}>
          {isFirst && <p>In the first run every page is new. From the second on, changes are reported.</p>}
        </EmptyNote>
      </div>
    );
  const choose = (value: FlagName | 'all') =>
    void navigate({
      to: '/projects/$project/runs/$run',
      params: { project, run: String(run) },
      search: value === 'all' ? {} : { flag: value },
      replace: true,
      resetScroll: false,
    });
  return (
    <section className="stack" aria-label="Report">
      {startFailure !== null && <p className="card padded">{startFailure}</p>}
      <FlagBar totals={totals} />
      <ChoiceGroup
        label="Show"
        isLabelHidden
        value={flag ?? 'all'}
        onChange={choose}
        choices={[
          { value: 'all' as const, title: `All ${number(all)}` },
          ...order.map((each) => ({ value: each, title: `${flagWords[each]} ${number(totals[each])}` })),
        ]}
      />
      <div className="card">
        {rows.length > 0 ? (
          <ReportTable project={project} run={run} rows={rows} />
        ) : (
          <EmptyNote
            icon="page"
            title={
              flag === null
                ? 'No pages are judged yet'
                : `No page is ${flagWords[flag].toLowerCase()} in this run`
            }
          />
        )}
      </div>
      <MoreButton query={query} />
    </section>
  );
}
