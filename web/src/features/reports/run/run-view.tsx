import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { runQuery } from '../../../shared/api/project-queries.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { liveRuns } from '../../../shared/live/live-runs.ts';
import { RunButton } from '../../../shared/project/run-buttons.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';
import { When } from '../../../shared/ui/when.tsx';
import { LiveProgress } from './live-progress.tsx';
import { RunReport } from './run-report.tsx';

/** A run while it is under way, and its report. */
export function RunView() {
  const { project, run: written } = useParams({ from: '/projects/$project/runs/$run' });
  const { flag } = useSearch({ from: '/projects/$project/runs/$run' });
  const number = Number(written);
  const { data: run, error, refetch } = useQuery(runQuery(project, number));
  const notice = useObserved(liveRuns, (runs) => runs.get(project));
  const live = notice?.run === number ? notice : undefined;
  return (
    <>
      <PageHeader
        title={`Run ${written}`}
        tabTitle={`Run ${written}: ${project}`}
        above={
          <Link to="/projects/$project" params={{ project }}>
            {project}
          </Link>
        }
        below={
          run !== undefined && (
            <>
              {stateWords(run.state, live?.state === 'running')}, began <When at={run.startedAt} />
              {run.confirmed !== null && `, confirmed by ${run.confirmed.by}`}
            </>
          )
        }
      >
        {run !== undefined && <ConfirmRun run={run} />}
        {(run?.state === 'paused' || live?.state === 'running') && (
          <RunButton project={project} isPaused={run?.state === 'paused'} />
        )}
      </PageHeader>
      {error !== null && run === undefined && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {run === undefined && error === null && <Waiting what="the run" lines={4} />}
      {run?.state === 'paused' && live?.state !== 'running' && (
        <p className="card padded">
          Paused{run.pauseReason === null ? '' : `: ${run.pauseReason}`}. It goes on where it stopped
          {run.resumeAt === null ? (
            ' when you resume it'
          ) : (
            <>
              {' '}
              by itself <When at={run.resumeAt} />
            </>
          )}
          .
        </p>
      )}
      {live !== undefined && live.state === 'running' && <LiveProgress update={live} />}
      {run !== undefined && (
        <RunReport
          project={project}
          run={number}
          isFirst={number === 1}
          flag={flag ?? null}
          isLive={live?.state === 'running'}
        />
      )}
    </>
  );
}

function stateWords(state: 'running' | 'finished' | 'paused', isLive: boolean): string {
  if (isLive || state === 'running') return 'Under way';
  return state === 'paused' ? 'Paused' : 'Finished';
}

/** Confirms the results of a run. A project with `confirm: yes` waits for it. */
function ConfirmRun({ run: { project, number, state, confirmed } }: { readonly run: AnswerOf<'showRun'> }) {
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.confirmRun({ project, run: number }),
    onSuccess: () => sayDone(`Run ${number} is confirmed.`),
    onError: (error) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', project] }),
  });
  if (state !== 'finished' || confirmed !== null || !isAtLeast(role, 'editor')) return null;
  return (
    <Button icon="check" isPending={isPending} onPress={() => mutate()}>
      Confirm
    </Button>
  );
}
