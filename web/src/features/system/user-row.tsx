import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../shared/api/account.ts';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { MenuButton } from '../../shared/ui/menu-button.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { When } from '../../shared/ui/when.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import { type Role, roles } from './roles.ts';

type User = AnswerOf<'listUsers'>['items'][number];

export const usersKey = ['users'];

/** One user, with the actions of an administrator. Removing a user ends their sessions and tokens for good, so it asks first. */
export function UserRow({ user: { name, role, logsInWith, createdAt } }: { readonly user: User }) {
  const isMe = useObserved(account)?.name === name;
  const [isRemoving, setRemoving] = useState(false);
  const settled = {
    onError: (error: unknown) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }),
  };
  const changing = useMutation({
    mutationFn: (next: Role) => api.changeUser({ user: name, body: { role: next } }),
    onSuccess: () => sayDone(`This applies from ${name}’s next request on.`),
    ...settled,
  });
  const linking = useMutation({ mutationFn: () => api.makeLink({ user: name }), ...settled });
  const removing = useMutation({
    mutationFn: () => api.removeUser({ user: name }),
    onSuccess: () => sayDone(`${name} cannot log in any more. The projects stay.`),
    ...settled,
  });
  return (
    <tr>
      <td>
        {name}
        {isMe && <span className="quiet"> (you)</span>}
      </td>
      <td>
        {isMe ? (
          roles.find(({ id }) => id === role)?.name
        ) : (
          <Select
            label={`Role of ${name}`}
            isLabelHidden
            options={roles}
            value={role}
            onChange={(next) => changing.mutate(next)}
          />
        )}
      </td>
      <td className="quiet" data-title="Logs in with">
        {logsInWith.length === 0 ? 'nothing yet' : logsInWith.join(', ')}
      </td>
      <td className="narrow quiet" data-title="Since">
        <When at={createdAt} />
      </td>
      <td className="narrow">
        <MenuButton
          icon="more"
          name={`What to do about ${name}`}
          actions={[
            { id: 'link', name: 'Make a link for a new password', icon: 'open', run: () => linking.mutate() },
            ...(isMe
              ? []
              : [
                  {
                    id: 'remove',
                    name: 'Remove …',
                    icon: 'bin' as const,
                    isDangerous: true,
                    run: () => setRemoving(true),
                  },
                ]),
          ]}
        />
        <Dialog
          title={`A link for ${name}`}
          isOpen={linking.data !== undefined}
          onClose={() => linking.reset()}
        >
          <OneTimeLink name={name} link={linking.data?.link ?? ''} />
          <Button onPress={() => linking.reset()}>Close</Button>
        </Dialog>
        <Dialog title={`Remove ${name}?`} isOpen={isRemoving} onClose={() => setRemoving(false)}>
          <p>Sessions, tokens and shares of {name} go, and cannot be brought back. Projects stay.</p>
          <div className="row">
            <Button
              look="danger"
              onPress={() => {
                setRemoving(false);
                removing.mutate();
              }}
            >
              Remove {name}
            </Button>
            <Button onPress={() => setRemoving(false)}>Keep</Button>
          </div>
        </Dialog>
      </td>
    </tr>
  );
}
