import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { sayDone } from '../../shared/ui/toast-queue.ts';
import './own-tokens.css';

export function ChangePassword() {
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.changeMyPassword({ body: { old, password } }),
    onSuccess: () => {
      setOld('');
      setPassword('');
      sayDone('The password is changed. All other sessions have ended.');
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
