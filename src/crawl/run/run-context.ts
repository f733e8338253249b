import type { CrawlEvent } from '../engine/crawl-event.ts';
import type { CrawlProgress } from '../engine/crawl-progress.ts';
import type { Project } from '../tables/project.ts';
import type { Run } from '../tables/run.ts';
import type { RunDefinition } from './define-run.ts';
import type { ProcessContext, RunEnding, RunRequest } from './run-request.ts';

/** The context of a run. Each part of the run takes what it uses. */
export interface RunContext extends ProcessContext {
  readonly definition: RunDefinition;
  readonly request: RunRequest;
  readonly project: Project;
  readonly run: Run;
  /** Whether the run was paused or killed before. */
  readonly isResumed: boolean;
  /** Whether pages of a host are visited here: always, unless the run is distributed over workers. Other pages are offered to their workers. */
  readonly ownsHost: (host: string) => boolean;
  readonly isShared: boolean;
  /** Called with the events of this run. */
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborted to pause the run. */
  readonly signal: AbortSignal;
  /** The reason for the pause, in words; null when the run was interrupted. */
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
