import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { EmptyNote } from '../shared/ui/notes.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';

/**
 * In the place of a view that failed; the menu stays. A view whose files could not be loaded, because the server is away or was upgraded, is loaded
 * again as soon as the server answers.
 */
export function ViewFailed({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const isNotLoaded = isLoadFailure(message);
  const [mayReload] = useState(() => isNotLoaded && !hasJustReloaded());
  useEffect(() => {
    if (!mayReload) return;
    const leaving = new AbortController();
    void reloadWhenServerAnswers(leaving.signal);
    return () => leaving.abort();
  }, [mayReload]);
  if (mayReload)
    return (
      <>
        <PageHeader title="This view is not loaded yet" tabTitle="Not loaded" />
        <EmptyNote icon="warn" title="The server does not answer">
          <p>The view is loaded as soon as it does.</p>
        </EmptyNote>
      </>
    );
  return (
    <>
      <PageHeader title="This view failed" tabTitle="Failed" />
      <EmptyNote icon="warn" title={isNotLoaded ? 'Its files cannot be loaded' : 'It cannot be shown'}>
        <p>{message}</p>
        <Button onPress={isNotLoaded ? () => location.reload() : reset}>
          {isNotLoaded ? 'Reload the page' : 'Try again'}
        </Button>
      </EmptyNote>
    </>
  );
}

/** What browsers and the bundler say of a script or a style sheet that they could not load. */
function isLoadFailure(message: string): boolean {
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(message);
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

async function reloadWhenServerAnswers(signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const isThere = await fetch('/healthz', { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (signal.aborted) return;
    if (isThere) {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

const RELOADED = 'reloaded-for-view';
/** A view that fails again within this time would be reloaded for ever. */
const JUST_MS = 30_000;

function hasJustReloaded(): boolean {
  const ago = Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0);
  return ago >= 0 && ago < JUST_MS;
}
