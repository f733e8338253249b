import { type RunEnding, type RunRequest, type RunSurroundings, startRun } from '../../src/app/index.ts';
import type { CrawlEvent } from '../../src/crawl/index.ts';
import type { Store } from '../../src/store/index.ts';

/** A run, what it is started with, and who watches it, in one. */
export interface SiteRun extends RunRequest, Omit<RunSurroundings, 'store'> {
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
