import { TidemarkError } from '../../base/index.ts';

/** For requests that are not needed: their failure is no reason to try the page again, unless the run has to stop. */
export function nullUnlessStopping(error: unknown): null {
  if (error instanceof TidemarkError && error.decision !== 'stop') return null;
  throw error;
}
