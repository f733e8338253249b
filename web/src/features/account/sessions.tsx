import { useMutation } from '@tanstack/react-query';
import { account } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { sayFailed } from '../../shared/ui/toast-queue.ts';

export function Sessions() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.logOutEverywhere({}),
    onSuccess: () => {
      queryClient.clear();
      account.set(null);
    },
    onError: (error) => sayFailed(problemWords(error).detail),
  });
  return (
    <section className="card padded row spread" aria-label="Sessions">
      <p className="quiet">Ends your sessions in every browser, this one too.</p>
      <Button icon="out" isPending={isPending} onPress={() => mutate()}>
        Log out everywhere
      </Button>
    </section>
  );
}
