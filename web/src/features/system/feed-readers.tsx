import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { aloud, narrow, Rows } from '../../shared/ui/rows.tsx';
import { sayFailed } from '../../shared/ui/toast-queue.ts';
import { When } from '../../shared/ui/when.tsx';

const readersKey = ['feed readers'];

/** Programs that retention waits for; nothing where there are none. */
export function FeedReaders() {
  const { data, error, refetch } = useQuery({
    queryKey: readersKey,
    queryFn: () => api.listFeedReaders({}),
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Readers of the change feed</h2>
      <p className="quiet">What these programs have not read yet is not removed.</p>
      <div className="card">
        <Rows columns={['Reader', 'User', 'Project', narrow('Last asked'), aloud('What to do')]}>
          {data.items.map((reader) => (
            <ReaderRow key={`${reader.user} ${reader.name}`} reader={reader} />
          ))}
        </Rows>
      </div>
    </section>
  );
}

type Reader = AnswerOf<'listFeedReaders'>['items'][number];

function ReaderRow({ reader: { user, name, project, askedAt } }: { readonly reader: Reader }) {
  const ending = useMutation({
    mutationFn: () => api.removeFeedReader({ user, reader: name }),
    onError: (error) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readersKey }),
  });
  return (
    <tr>
      <td>{name}</td>
      <td>{user}</td>
      <td className="quiet">{project ?? 'all that the user sees'}</td>
      <td className="narrow quiet">
        <When at={askedAt} />
      </td>
      <td className="narrow">
        <Button
          look="bare"
          icon="bin"
          isPending={ending.isPending}
          aria-label={`Do not wait for ${name} of ${user}`}
          onPress={() => ending.mutate()}
        >
          Do not wait
        </Button>
      </td>
    </tr>
  );
}
