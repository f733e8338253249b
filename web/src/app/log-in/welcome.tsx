import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { LogInFrame } from './log-in-frame.tsx';

/** The page of a one-time link, where the user chooses a password. The token is in the fragment of the URL, so no server logs it. */
export function Welcome() {
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => api.lookAtLink({ body: { token } }),
    retry: false,
    enabled: token !== '',
  });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => api.useLink({ body: { token, password } }),
    onSuccess: async (who) => {
      queryClient.clear();
      await navigate({ to: '/', replace: true });
      account.set(who);
    },
  });
  return (
    <LogInFrame
      title={link.data === undefined ? 'Welcome' : `Welcome, ${link.data.name}`}
      onEnter={() => mutate()}
    >
      {token === '' && <p>This link is incomplete. Open the whole link.</p>}
      {link.error !== null && <ProblemNote error={link.error} />}
      {link.isLoading && <Waiting what="the link" />}
      {link.data !== undefined && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={link.data.name} />
          <TextField
            label="Choose a password"
            type="password"
            name="new-password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={(typed) => {
              setPassword(typed);
              reset();
            }}
            error={error === null ? null : problemWords(error).detail}
            help="At least 12 characters. Three or four words that do not belong together are easy to remember."
          />
          <Button type="submit" look="main" isPending={isPending} isDisabled={password === ''}>
            Log in with it
          </Button>
        </>
      )}
    </LogInFrame>
  );
}
