import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { account } from '../shared/api/account.ts';
import { api } from '../shared/api/api.ts';
import { useObserved } from '../shared/api/observed-value.ts';
import { isUnreachable } from '../shared/api/problem-words.ts';
import { followRuns } from '../shared/live/live-runs.ts';
import { Toasts } from '../shared/ui/toasts.tsx';
import { LogIn } from './log-in/log-in.tsx';
import { Welcome } from './log-in/welcome.tsx';
import { Shell } from './shell/shell.tsx';

/** The log-in, or everything else. */
export function Root() {
  const who = useObserved(account);
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  const isIn = who != null && !isWelcome;
  useEffect(() => {
    if (who === undefined) void findOut();
  }, [who]);
  useEffect(() => {
    if (!isIn) return;
    const leaving = new AbortController();
    void followRuns(leaving.signal);
    return () => leaving.abort();
  }, [isIn]);
  return (
    <>
      {isWelcome ? <Welcome /> : who === null ? <LogIn /> : who !== undefined && <Shell />}
      <Toasts />
    </>
  );
}

const WAIT_MS = 1000;

/** A server that does not answer yet is asked again. */
async function findOut(): Promise<void> {
  for (;;) {
    try {
      account.set(await api.whoAmI({}));
      return;
    } catch (error) {
      if (!isUnreachable(error)) return account.set(null);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
