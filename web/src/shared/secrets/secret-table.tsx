import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemWords } from '../api/problem-words.ts';
import { queryClient } from '../api/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNote, Waiting } from '../ui/notes.tsx';
import { aloud, Rows } from '../ui/rows.tsx';
import { sayDone, sayFailed } from '../ui/toast-queue.ts';
import { When } from '../ui/when.tsx';
import { KeepSecret } from './keep-secret.tsx';

/** Where secrets are: of a project, or of the server. */
interface SecretPlace {
  readonly queryKey: readonly string[];
  readonly list: () => Promise<{
    readonly items: readonly { readonly name: string; readonly changedAt: string }[];
  }>;
  readonly keep: (name: string, value: string) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** Secrets by name. Values are never shown, so a removed secret cannot be restored: removing asks first. */
export function SecretTable({ place }: { readonly place: SecretPlace }) {
  const { queryKey, list, keep, remove } = place;
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey, queryFn: list });
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: (_, name) => sayDone(`The secret ${name} is gone.`),
    onError: (problem) => sayFailed(problemWords(problem).detail),
    onSettled: refresh,
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the secrets" lines={2} />;
  return (
    <div className="stack">
      <KeepSecret known={data.items.map(({ name }) => name)} keep={keep} onKept={refresh} />
      {data.items.length > 0 && (
        <div className="card">
          <Rows columns={['Name', 'Kept since', aloud('Remove')]}>
            {data.items.map(({ name, changedAt }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td className="quiet" data-title="Kept since">
                  <When at={changedAt} />
                </td>
                <td className="narrow">
                  <Button look="bare" aria-label={`Remove the secret ${name}`} onPress={() => setAsked(name)}>
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </Rows>
        </div>
      )}
      <Dialog
        title={`Remove the secret ${asked ?? ''}?`}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
      >
        <p>What uses it stops working. Its value cannot be restored: you would have to enter it again.</p>
        <div className="dialog-buttons">
          <Button onPress={() => setAsked(null)}>Keep it</Button>
          <Button
            look="danger"
            onPress={() => {
              if (asked !== null) removing.mutate(asked);
              setAsked(null);
            }}
          >
            Remove
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
