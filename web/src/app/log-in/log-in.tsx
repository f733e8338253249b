import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { loggedIn } from '../../shared/api/logged-in.ts';
import { isNotLoggedIn, problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { tokenOfThisTab } from '../../shared/api/token-of-this-tab.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { Mark } from '../shell/mark.tsx';
import './log-in.css';

/** One field: the token that the server printed when it started. */
export function LogIn() {
  const [token, setToken] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    document.title = 'Log in · Tidemark';
  }, []);
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() === '') return setError('Type the token first.');
    setAsking(true);
    tokenOfThisTab.set(token.trim());
    try {
      await api.listProjects({ limit: 1 });
      queryClient.clear();
      loggedIn.set(true);
    } catch (problem) {
      tokenOfThisTab.forget();
      setError(
        isNotLoggedIn(problem)
          ? 'This is not the token of this server. Each start of the server prints a new one.'
          : problemWords(problem).detail,
      );
    } finally {
      setAsking(false);
    }
  };
  return (
    <main className="log-in">
      <form className="card log-in-card" onSubmit={(event) => void enter(event)} noValidate>
        <Mark />
        <h1>Log in</h1>
        <TextField
          label="Token"
          type="password"
          name="token"
          autoComplete="current-password"
          autoFocus
          value={token}
          onChange={(typed) => {
            setToken(typed);
            setError(null);
          }}
          error={error}
          help={
            <>
              Where you started Tidemark (<code>npm start</code> or <code>tidemark serve</code>), it says
              “Token for this time”.
            </>
          }
        />
        <Button type="submit" look="main" isPending={isAsking}>
          {isAsking ? 'Asking the server …' : 'Log in'}
        </Button>
      </form>
    </main>
  );
}
