import type { CrawlEvent } from '../../../../src/crawl/engine/crawl-event.ts';
import type { RunDependencies, RunEnding, RunRequest } from '../../../../src/crawl/run/run-request.ts';
import { startRun } from '../../../../src/crawl/run/start-run.ts';
import type { Store } from '../../../../src/database/store.ts';

/** A run, what it is started with, and who watches it, in one. */
export interface SiteRun extends RunRequest, Omit<RunDependencies, 'store'> {
  readonly onEvent?: (event: CrawlEvent) => void;
  /** Aborting it pauses the run. */
  readonly signal?: AbortSignal;
}

/** Starts a run as the command line does, and waits for its end. */
export async function runSite(store: Store, { onEvent, signal, ...given }: SiteRun): Promise<RunEnding> {
  const run = await startRun({ store, ...given }, given);
  if (onEvent !== undefined) run.watch(onEvent);
  if (signal?.aborted) run.pause();
  signal?.addEventListener('abort', () => run.pause(), { once: true });
  return run.ended;
}
