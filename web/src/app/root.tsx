import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { account } from '../shared/api/account.ts';
import { useObserved } from '../shared/api/observed-value.ts';
import { followRuns } from '../shared/live/live-runs.ts';
import { hasSpoken } from '../shared/ui/toast-queue.ts';
import { Shell } from './shell/shell.tsx';

const LogIn = lazy(async () => ({ default: (await import('./log-in/log-in.tsx')).LogIn }));
const Welcome = lazy(async () => ({ default: (await import('./log-in/welcome.tsx')).Welcome }));

const Toasts = lazy(async () => ({ default: (await import('../shared/ui/toasts.tsx')).Toasts }));

/** The log-in before a session, the views after it. */
export function Root() {
  const who = useObserved(account);
  const hasToasts = useObserved(hasSpoken);
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  const isIn = who != null && !isWelcome;
  useEffect(() => {
    if (!isIn) return;
    const leaving = new AbortController();
    void followRuns(leaving.signal);
    return () => leaving.abort();
  }, [isIn]);
  return (
    <>
      {isIn ? <Shell /> : <Suspense>{isWelcome ? <Welcome /> : who === null && <LogIn />}</Suspense>}
      {hasToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  );
}
