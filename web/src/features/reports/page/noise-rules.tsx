import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { Switch } from '../../../shared/ui/switch.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';
import type { PageLife } from './page-queries.ts';

/** The learned rules by which a change is noise, each with its switch. */
export function NoiseRules({
  project,
  ids,
  rules,
}: {
  readonly project: string;
  readonly ids: readonly string[];
  readonly rules: PageLife['rules'];
}) {
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, isPending } = useMutation({
    mutationFn: ({ rule, isOn }: { readonly rule: string; readonly isOn: boolean }) =>
      api.switchLearned({ project, rule, body: { state: isOn ? 'on' : 'off' } }),
    onSuccess: ({ state }) =>
      sayDone(
        state === 'on' ? 'This is noise from the next run on.' : 'This is reported from the next run on.',
      ),
    onError: (error) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', project, 'page'] }),
  });
  const known = rules.filter(({ id }) => ids.includes(id));
  return (
    <ul className="stack tight">
      {known.map(({ id, state, says }) => (
        <li key={id}>
          <Switch
            isOn={state === 'on'}
            isDisabled={isPending || !isAtLeast(role, 'editor')}
            onChange={(isOn) => mutate({ rule: id, isOn })}
          >
            Leave this out as noise: {says}
          </Switch>
        </li>
      ))}
    </ul>
  );
}
