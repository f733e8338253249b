import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../shared/api/account.ts';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';

/** Says that somebody has looked at the results. A project with `confirm: yes` waits for it. */
export function ConfirmRun({
  run: { project, number, state, confirmed },
}: {
  readonly run: AnswerOf<'showRun'>;
}) {
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
