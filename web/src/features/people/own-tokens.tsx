import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Checkboxes } from '../../shared/ui/checkboxes.tsx';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { aloud, Rows } from '../../shared/ui/rows.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { When } from '../../shared/ui/when.tsx';
import './own-tokens.css';

const scopes = [
  { id: 'read', name: 'read' },
  { id: 'write', name: 'also change and run' },
  { id: 'admin', name: 'do all that you may' },
] as const;

const lives = [
  { id: '30', name: 'for 30 days' },
  { id: '90', name: 'for 90 days' },
  { id: '365', name: 'for a year' },
] as const;

export const tokensKey = ['my tokens'];

const tokensStay = [{ id: 'tokens', name: 'Keep my tokens: programs go on' }] as const;

/** Whether tokens stay valid when the sessions end. */
export function KeepTokens({
  value,
  onChange,
}: {
  readonly value: readonly 'tokens'[];
  readonly onChange: (value: readonly 'tokens'[]) => void;
}) {
  return <Checkboxes label="Programs" choices={tokensStay} value={value} onChange={onChange} />;
}

/** Tokens for programs. A new one is shown once. */
export function OwnTokens({ hasPassword }: { readonly hasPassword: boolean }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [scope, setScope] = useState<(typeof scopes)[number]['id']>('read');
  const [days, setDays] = useState<(typeof lives)[number]['id']>('90');
  const { data, error } = useQuery({ queryKey: tokensKey, queryFn: () => api.listMyTokens({ limit: 500 }) });
  const refresh = () => queryClient.invalidateQueries({ queryKey: tokensKey });
  const adding = useMutation({
    mutationFn: () =>
      api.addMyToken({
        body: { name: name.trim(), scope, days: Number(days), ...(hasPassword && { password }) },
      }),
    onSuccess: () => {
      setName('');
      setPassword('');
    },
    onSettled: refresh,
  });
  const removing = useMutation({
    mutationFn: (token: number) => api.removeMyToken({ token }),
    onSuccess: () => sayDone('The token is no longer valid.'),
    onError: (problem) => sayFailed(problemWords(problem).detail),
    onSettled: refresh,
  });
  const isReady = name.trim() !== '' && (!hasPassword || password !== '');
  return (
    <section className="stack tight">
      <h2>Tokens for programs</h2>
      <form
        className="card padded stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) adding.mutate();
        }}
      >
        <div className="token-fields">
          <TextField label="What it is for" value={name} onChange={setName} />
          <Select label="It may" options={scopes} value={scope} onChange={setScope} />
          <Select label="It works" options={lives} value={days} onChange={setDays} />
          {hasPassword && (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              help="A token works longer than this session."
            />
          )}
        </div>
        <div>
          <Button type="submit" look="main" isPending={adding.isPending} isDisabled={!isReady}>
            Make a token
          </Button>
        </div>
        {adding.error !== null && <ProblemNote error={adding.error} />}
        <div role="status">
          {adding.data !== undefined && (
            <p className="new-token">
              It is shown only now: <code>{adding.data.token}</code>
            </p>
          )}
        </div>
      </form>
      {error !== null && <ProblemNote error={error} />}
      {data === undefined && error === null && <Waiting what="your tokens" />}
      {data !== undefined && data.items.length > 0 && (
        <div className="card token-list">
          <Rows columns={['For', 'Begins with', 'May', 'Expires', aloud('Remove')]}>
            {data.items.map((token) => (
              <tr key={token.id}>
                <td>{token.name}</td>
                <td>
                  <code>{token.hint}…</code>
                </td>
                <td>
                  {scopes.find(({ id }) => id === token.scope)?.name}
                  {token.project !== null && `, only ${token.project}`}
                </td>
                <td className="quiet" data-title="Expires">
                  <When at={token.expiresAt} />
                </td>
                <td className="narrow">
                  <Button
                    look="bare"
                    aria-label={`Remove the token for ${token.name}`}
                    onPress={() => removing.mutate(token.id)}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </Rows>
        </div>
      )}
    </section>
  );
}
