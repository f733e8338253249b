import { useMutation } from '@tanstack/react-query';
import { api } from '../../../shared/api/api.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';
import { type HomeSummary, homeQuery } from './home-query.ts';

type Marks = HomeSummary['marks'];

/** Marks what these runs reported as read. It can be undone. */
export function MarkRead({
  marks,
  name,
  look = 'usual',
}: {
  readonly marks: Marks;
  readonly name: string;
  readonly look?: 'usual' | 'bare';
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: ({ before }) => sayDone('Marked as read.', () => void send(before).catch(tell)),
    onError: tell,
  });
  return (
    <Button icon="check" look={look} isPending={isPending} onPress={() => mutate(marks)}>
      {name}
    </Button>
  );
}

async function send(marks: Marks) {
  const answer = await api.markRead({ body: { marks: [...marks] } });
  await queryClient.invalidateQueries({ queryKey: homeQuery.queryKey });
  return answer;
}

const tell = (error: unknown): void => sayFailed(problemWords(error).detail);
