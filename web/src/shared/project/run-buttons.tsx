import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { account, isAtLeast } from '../api/account.ts';
import { api } from '../api/api.ts';
import { useObserved } from '../api/observed-value.ts';
import { codeOf, problemWords } from '../api/problem-words.ts';
import { queryClient } from '../api/query-client.ts';
import { liveRuns } from '../live/live-runs.ts';
import { Button } from '../ui/button.tsx';
import { sayDone, sayFailed } from '../ui/toast-queue.ts';

const tell = (error: unknown): void => sayFailed(problemWords(error).detail);
const refresh = (project: string) => queryClient.invalidateQueries({ queryKey: ['project', project] });

/** Starts a run, or stops the one under way; goes to it. */
export function RunButton({
  project,
  isPaused,
  isWaiting = false,
}: {
  readonly project: string;
  readonly isPaused: boolean;
  /** Whether a run was accepted that no worker has room for yet. */
  readonly isWaiting?: boolean;
}) {
  const navigate = useNavigate();
  const live = useObserved(liveRuns, (runs) => runs.get(project));
  const role = useObserved(account)?.role ?? 'reader';
  const goTo = (run: number) =>
    void navigate({ to: '/projects/$project/runs/$run', params: { project, run: String(run) } });
  const start = useMutation({
    mutationFn: () => api.startRun({ project, body: {} }),
    onSuccess: ({ number }) => {
      if (number === null) sayDone('All workers are busy: the run waits, and starts by itself.');
      else goTo(number);
    },
    onError: (error) => {
      // Another user or the schedule has started it already.
      if (codeOf(error) === 'STORE_LOCKED' && live !== undefined) goTo(live.run);
      else tell(error);
    },
    onSettled: () => refresh(project),
  });
  const stop = useMutation({
    mutationFn: (run: number) => api.stopRun({ project, run }),
    onError: tell,
    onSettled: () => refresh(project),
  });
  const withdraw = useMutation({
    mutationFn: () => api.withdrawRun({ project }),
    onSuccess: () => sayDone('The run was withdrawn: it does not begin.'),
    onError: tell,
    onSettled: () => refresh(project),
  });
  if (!isAtLeast(role, 'editor')) return null;
  if (live?.state === 'running')
    return (
      <Button icon="pause" isPending={stop.isPending} onPress={() => stop.mutate(live.run)}>
        {stop.isPending ? 'Stopping …' : 'Stop'}
      </Button>
    );
  if (isWaiting)
    return (
      <Button isPending={withdraw.isPending} onPress={() => withdraw.mutate()}>
        Waits for a worker: withdraw
      </Button>
    );
  return (
    <Button icon="play" look="main" isPending={start.isPending} onPress={() => start.mutate()}>
      {isPaused ? 'Resume' : 'Run now'}
    </Button>
  );
}
