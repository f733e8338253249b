import type { CrawlEvent } from '../engine/crawl-event.ts';
import type { CrawlProgress } from '../engine/crawl-progress.ts';
import type { OwnHosts } from '../frontier/own-hosts.ts';
import type { Project, Run } from '../tables/records.ts';
import type { RunDefinition } from './define-run.ts';
import type { ProcessContext, RunEnding, RunRequest } from './run-request.ts';

/** Everything that a run works with. Each part of the run takes what it uses. */
export interface RunContext extends ProcessContext {
  readonly definition: RunDefinition;
  readonly request: RunRequest;
  readonly project: Project;
  readonly run: Run;
  /** Whether the run was paused or killed before. */
  readonly isResumed: boolean;
  /** The hosts that are visited here: all, unless the run is distributed over workers. */
  readonly own: OwnHosts;
  readonly isShared: boolean;
  /** Called with what happens in this run. */
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborted to pause the run. */
  readonly signal: AbortSignal;
  /** Who asked for the pause, in words; null when the run was interrupted. */
  readonly pausedBecause: () => string | null;
}

/** Visits a site. There is one runner for sites of pages, and one for sites that list their files. */
export interface Runner {
  /** Returns when everything is visited, a limit is reached, or the run is paused. Does not change the record of the run. */
  run(): Promise<Omit<RunEnding, 'notices'>>;
  progress(): CrawlProgress;
  /** Called once, at the very end, when everything is stored. */
  leave(isFinished: boolean): Promise<void>;
}
