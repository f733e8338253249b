import { useInfiniteQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { runsQuery } from '../../../shared/api/project-queries.ts';
import { liveRuns } from '../../../shared/live/live-runs.ts';
import { MoreButton } from '../../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { RunLink } from '../../../shared/ui/quick-links.tsx';
import { narrow, Rows } from '../../../shared/ui/rows.tsx';
import { When } from '../../../shared/ui/when.tsx';
import { counted, duration } from '../../../shared/words/counted.ts';

type Run = AnswerOf<'showRun'>;

/** The runs of a project, the newest first. */
export function RunList({ project }: { readonly project: string }) {
  const query = useInfiniteQuery(runsQuery(project));
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the runs" lines={4} />;
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="play" title="It has not run yet">
          <p>The first run collects everything; from the second on, you are notified what changed.</p>
        </EmptyNote>
      </div>
    );
  return (
    <div className="stack">
      <div className="card">
        <Rows columns={[narrow('Run'), 'How it went', narrow('Began'), narrow('Took')]}>
          {runs.map((run) => (
            <RunRow key={run.number} run={run} />
          ))}
        </Rows>
      </div>
      <MoreButton query={query} />
    </div>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const { project, number, startedAt, endedAt } = run;
  return (
    <tr>
      <td className="narrow">
        <RunLink project={project} run={number}>
          Run {number}
        </RunLink>
      </td>
      <td>
        <HowItWent run={run} />
      </td>
      <td className="narrow quiet">
        <When at={startedAt} />
      </td>
      <td className="narrow quiet numbers" data-title="Took">
        {endedAt === null ? '' : duration(Date.parse(endedAt) - Date.parse(startedAt))}
      </td>
    </tr>
  );
}

function HowItWent({ run: { project, number, state, pauseReason, confirmed } }: { readonly run: Run }) {
  const live = useObserved(liveRuns, (runs) => runs.get(project));
  if (live?.run === number && live.state === 'running')
    return <span className="numbers">Under way: {counted(live.progress.pages, 'page')}</span>;
  if (state === 'paused') return <>Paused{pauseReason === null ? '' : `: ${pauseReason}`}</>;
  if (state === 'running') return <>Under way</>;
  return <>Finished{confirmed === null ? '' : `, confirmed by ${confirmed.by}`}</>;
}
