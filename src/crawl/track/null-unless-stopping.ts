import { TidemarkError } from '../../base/index.ts';

/** For optional requests: their failure is no reason to retry the page, unless the run has to stop. */
export function nullUnlessStopping(error: unknown): null {
  if (error instanceof TidemarkError && error.decision !== 'stop') return null;
  throw error;
}
