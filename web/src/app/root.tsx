import { useEffect } from 'react';
import { api } from '../shared/api/api.ts';
import { loggedIn } from '../shared/api/logged-in.ts';
import { useObserved } from '../shared/api/observed-value.ts';
import { isNotLoggedIn } from '../shared/api/problem-words.ts';
import { followRuns } from '../shared/live/live-runs.ts';
import { Toasts } from '../shared/ui/toasts.tsx';
import { LogIn } from './log-in/log-in.tsx';
import { Shell } from './shell/shell.tsx';

/** The log-in, or everything else. */
export function Root() {
  const isIn = useObserved(loggedIn);
  useEffect(() => {
    if (isIn === null) void findOut();
    if (isIn !== true) return;
    const leaving = new AbortController();
    void followRuns(leaving.signal);
    return () => leaving.abort();
  }, [isIn]);
  return (
    <>
      {isIn === true && <Shell />}
      {isIn === false && <LogIn />}
      <Toasts />
    </>
  );
}

/** A server that does not answer may know us: the page says that it is away, and tries again. */
async function findOut(): Promise<void> {
  await api.listProjects({ limit: 1 }).then(
    () => loggedIn.set(true),
    (error: unknown) => loggedIn.set(!isNotLoggedIn(error)),
  );
}
