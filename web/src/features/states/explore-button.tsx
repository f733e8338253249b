import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { sayFailed } from '../../shared/ui/toast-queue.ts';
import { counted } from '../../shared/words/counted.ts';
import { type Exploration, explorationsQuery } from './state-queries.ts';

/** Starts an exploration; while one is under way, says how far it is and stops it. */
export function ExploreButton({
  project,
  newest,
}: {
  readonly project: string;
  readonly newest: Exploration | null;
}) {
  const role = useObserved(account)?.role ?? 'reader';
  const settled = {
    onError: (error: unknown) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: explorationsQuery(project).queryKey }),
  };
  const starting = useMutation({
    mutationFn: () => api.startExploration({ project, body: { screenshots: true } }),
    ...settled,
  });
  const stopping = useMutation({
    mutationFn: (exploration: number) => api.stopExploration({ project, exploration }),
    ...settled,
  });
  if (!isAtLeast(role, 'editor')) return null;
  const progress = newest?.progress ?? null;
  if (newest === null || progress === null)
    return (
      <Button icon="play" isPending={starting.isPending} onPress={() => starting.mutate()}>
        Explore now
      </Button>
    );
  return (
    <div className="row">
      <span className="small numbers" role="status">
        {counted(progress.states, 'state')}, {counted(progress.waiting, 'action')} to try
      </span>
      <Button icon="pause" isPending={stopping.isPending} onPress={() => stopping.mutate(newest.number)}>
        Stop exploring
      </Button>
    </div>
  );
}
