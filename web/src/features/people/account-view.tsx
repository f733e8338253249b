import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { sayFailed } from '../../shared/ui/toast-queue.ts';
import { ChangePassword } from './change-password.tsx';
import { KeepTokens, OwnTokens } from './own-tokens.tsx';

/** The user's own account: tokens for programs, the password, and logging out everywhere. */
export function AccountView() {
  const who = useObserved(account);
  if (who == null) return null;
  return (
    <>
      <PageHeader title={who.name} tabTitle="Account" above="Account" below={`Role: ${who.role}`} />
      <OwnTokens hasPassword={who.hasPassword} />
      {who.hasPassword && <ChangePassword />}
      <Sessions />
    </>
  );
}

function Sessions() {
  const [keeps, setKeeps] = useState<readonly 'tokens'[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.logOutEverywhere({ body: { keepTokens: keeps.length > 0 } }),
    onSuccess: () => {
      queryClient.clear();
      account.set(null);
    },
    onError: (error) => sayFailed(problemWords(error).detail),
  });
  return (
    <section className="card padded row spread" aria-label="Sessions">
      <p className="quiet">Ends your sessions in every browser, this one too, and your tokens.</p>
      <KeepTokens value={keeps} onChange={setKeeps} />
      <Button icon="out" isPending={isPending} onPress={() => mutate()}>
        Log out everywhere
      </Button>
    </section>
  );
}
