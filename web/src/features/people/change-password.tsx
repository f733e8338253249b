import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { sayDone } from '../../shared/ui/toast-queue.ts';
import { KeepTokens, tokensKey } from './own-tokens.tsx';
import './own-tokens.css';

export function ChangePassword() {
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [keeps, setKeeps] = useState<readonly 'tokens'[]>([]);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.changeMyPassword({ body: { old, password, keepTokens: keeps.length > 0 } }),
    onSuccess: () => {
      setOld('');
      setPassword('');
      sayDone(
        `The password is changed. All other sessions${keeps.length > 0 ? '' : ' and your tokens'} have ended.`,
      );
      void queryClient.invalidateQueries({ queryKey: tokensKey });
    },
  });
  const isReady = old !== '' && password !== '';
  return (
    <section className="stack tight">
      <h2>Another password</h2>
      <form
        className="card padded stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) mutate();
        }}
      >
        <div className="token-fields">
          <TextField
            label="Old password"
            type="password"
            autoComplete="current-password"
            value={old}
            onChange={setOld}
          />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            help="At least 12 characters."
          />
        </div>
        <KeepTokens value={keeps} onChange={setKeeps} />
        {error !== null && <ProblemNote error={error} />}
        <div>
          <Button type="submit" isPending={isPending} isDisabled={!isReady}>
            Change it
          </Button>
        </div>
      </form>
    </section>
  );
}
