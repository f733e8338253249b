import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { aloud, narrow, Rows } from '../../shared/ui/rows.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { When } from '../../shared/ui/when.tsx';
import { counted } from '../../shared/words/counted.ts';

type Queue = AnswerOf<'showQueue'>;
type DeadLetter = Queue['deadLetters'][number];

const queueKey = ['queue'];

/** What waits for a worker, and what was given up. Nothing where the server works alone. */
export function JobQueue() {
  const { data, error, refetch } = useQuery({
    queryKey: queueKey,
    queryFn: () => api.showQueue({}),
    refetchInterval: 2000,
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.queues.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Jobs</h2>
      <div className="card">
        {data.queues.map(({ name, waiting, active, failed }) => (
          <p key={name} className="card-line quiet">
            {name}: {counted(waiting, 'job')} waiting, {active} under way, {failed} given up
          </p>
        ))}
        {data.deadLetters.length > 0 && <DeadLetters letters={data.deadLetters} />}
      </div>
    </section>
  );
}

function DeadLetters({ letters }: { readonly letters: readonly DeadLetter[] }) {
  return (
    <Rows columns={['Given up', 'Why', 'Tries', narrow('When'), aloud('What to do')]}>
      {letters.map((letter) => (
        <DeadLetterRow key={letter.id} letter={letter} />
      ))}
    </Rows>
  );
}

function DeadLetterRow({ letter: { id, project, reason, tries, at } }: { readonly letter: DeadLetter }) {
  const settled = {
    onError: (error: unknown) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueKey }),
  };
  const retrying = useMutation({
    mutationFn: () => api.retryDeadLetter({ letter: id }),
    onSuccess: () => sayDone(`The run of ${project} waits for a worker again.`),
    ...settled,
  });
  const removing = useMutation({
    mutationFn: () => api.removeDeadLetter({ letter: id }),
    onSuccess: () => sayDone(`Forgotten. ${project} can be run again.`),
    ...settled,
  });
  return (
    <tr>
      <td>{project}</td>
      <td className="quiet">{reason === '' ? 'its workers ended again and again' : reason}</td>
      <td className="numbers">{tries}</td>
      <td className="narrow quiet">
        <When at={at} />
      </td>
      <td className="narrow">
        <Button
          look="bare"
          isPending={retrying.isPending}
          aria-label={`Try again: ${project}`}
          onPress={() => retrying.mutate()}
        >
          Try again
        </Button>
        <Button
          look="bare"
          icon="bin"
          isPending={removing.isPending}
          aria-label={`Forget the job of ${project}`}
          onPress={() => removing.mutate()}
        >
          Forget
        </Button>
      </td>
    </tr>
  );
}
