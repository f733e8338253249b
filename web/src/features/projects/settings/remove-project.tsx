import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';

/** Removes a project a few seconds after it was asked for, so that it can be taken back. */
export function RemoveProject({ project }: { readonly project: string }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const role = useObserved(account)?.role ?? 'reader';
  if (!isAtLeast(role, 'editor')) return null;
  const remove = () => {
    setAsking(false);
    let isDecided = false;
    const decide = (isRemoved: boolean) => {
      removeEventListener('pagehide', onLeave);
      if (isRemoved && !isDecided) void removeNow(project);
      isDecided = true;
    };
    // Leaving or reloading the page ends the time in which it can be undone.
    const onLeave = () => decide(true);
    addEventListener('pagehide', onLeave);
    sayDone(
      `“${project}” is being removed.`,
      () => decide(false),
      () => decide(true),
    );
    void navigate({ to: '/' });
  };
  return (
    <section className="card padded row spread" aria-label="Remove">
      <p className="quiet">Removes the project and everything it collected.</p>
      <Button look="danger" icon="bin" onPress={() => setAsking(true)}>
        Remove the project
      </Button>
      <Dialog title={`Remove “${project}”?`} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>All its pages, versions and runs go with it. You can undo this for a few seconds.</p>
        <div className="dialog-buttons">
          <Button onPress={() => setAsking(false)}>Keep it</Button>
          <Button look="danger" onPress={remove}>
            Remove
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

async function removeNow(project: string): Promise<void> {
  await api
    .removeProject({ project }, { keepalive: true })
    .catch((error: unknown) => sayFailed(problemWords(error).detail));
  await queryClient.invalidateQueries({ queryKey: ['everywhere'] });
}
