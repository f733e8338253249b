import type { CrawlEvent, CrawlProgress } from '../../crawl/index.ts';
import type { Project, Run } from '../../store/index.ts';
import type { RunDefinition } from './define-run.ts';
import type { RunEnding, RunRequest, RunSurroundings } from './run-request.ts';

/** What both runners are made from. */
export interface RunParts {
  readonly definition: RunDefinition;
  readonly request: RunRequest;
  readonly surroundings: RunSurroundings & Required<Pick<RunSurroundings, 'config'>>;
  readonly project: Project;
  readonly run: Run;
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborted when the run is to be paused. */
  readonly signal: AbortSignal;
}

/** Walks what a run collects. There is one for sites of pages, and one for sites that list their files. */
export interface Runner {
  /** Returns when all is visited, a limit is reached, or the run is paused. Changes nothing in the record of the run. */
  run(): Promise<RunEnding>;
  progress(): CrawlProgress;
  /** Called once, at the very end, when what was collected is safe. */
  leave(isFinished: boolean): Promise<void>;
}
