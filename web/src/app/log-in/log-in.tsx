import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { LogInFrame } from './log-in-frame.tsx';

export function LogIn() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { data: ways } = useQuery({ queryKey: ['ways to log in'], queryFn: () => api.waysToLogIn({}) });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => api.logIn({ body: { name, password } }),
    onSuccess: (who) => {
      queryClient.clear();
      account.set(who);
    },
  });
  const isReady = name.trim() !== '' && password !== '';
  return (
    <LogInFrame title="Log in" onEnter={() => isReady && mutate()}>
      <TextField
        label="Name"
        name="username"
        autoComplete="username"
        autoFocus
        value={name}
        onChange={(typed) => {
          setName(typed);
          reset();
        }}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          reset();
        }}
        error={error === null ? null : problemWords(error).detail}
      />
      <Button type="submit" look="main" isPending={isPending} isDisabled={!isReady}>
        {isPending ? 'Logging in …' : 'Log in'}
      </Button>
      {ways?.elsewhere != null && (
        <a className="button" href="/api/login/elsewhere">
          Log in at {ways.elsewhere}
        </a>
      )}
      <p className="quiet small">
        No password yet, or forgotten? An administrator of this server makes a link for you:{' '}
        <code>tidemark users passwd NAME --link</code>
      </p>
    </LogInFrame>
  );
}
