import type { Config } from '../../config/index.ts';
import type { CrawlEnding, CrawlEvent, CrawlProgress, StepAction } from '../../crawl/index.ts';
import type { Protocol, RetryPolicy } from '../../fetch/index.ts';
import type { RuleTableRow } from '../../project/index.ts';
import type { Store } from '../../store/index.ts';
import type { Clock } from '../site/allowed-hours.ts';
import type { RunSettings } from './run-settings.ts';

/** What to run, and how this time. */
export interface RunRequest {
  readonly project: string;
  /** Where an address is to be visited; null for a project that is known, by its start or by its file. */
  readonly url: string | null;
  /** What the user says. Kept with a project that is an address; for one that has a file they count for this run only. */
  readonly settings?: Partial<RunSettings>;
  /** `everything`: every page is fetched whole and its links are followed. `changes` (default): unchanged pages are not. */
  readonly visits?: 'everything' | 'changes';
  /** Leaves out pages that are not likely to have changed yet (B13). */
  readonly onlyDue?: boolean;
}

/** What runs are started with: the same for all runs of a process. */
export interface RunSurroundings {
  readonly store: Store;
  /** Where files grow, which folders may be visited, which servers are known. Default: as the environment says. */
  readonly config?: Config;
  /** Where secrets that a project keeps in the environment are looked up. Default: there. */
  readonly environment?: (name: string) => string | undefined;
  /** Finds secrets that are kept in the database. Default: there are none. */
  readonly storedSecret?: (name: string) => Promise<string | null>;
  /** Besides those that Tidemark has. */
  readonly protocols?: readonly Protocol[];
  /** Besides those that Tidemark has. */
  readonly stepActions?: readonly StepAction<never>[];
  /** By which runs wait for the hours that their projects allow. Default: the system's. */
  readonly clock?: Clock;
  /** How long to wait before trying again; how often is a setting of the project. */
  readonly retryDelays?: Pick<RetryPolicy, 'firstDelay' | 'longestDelay'>;
}

/** How a run ended, and what the project's own rules decided; none for a project without rules. */
export interface RunEnding extends CrawlEnding {
  readonly rules: readonly RuleTableRow[];
}

/** A run that is going on. Whoever holds it may watch it and pause it; it writes to no terminal and ends no process. */
export interface RunHandle {
  readonly project: string;
  /** 1, 2, 3 ... within the project. */
  readonly number: number;
  /** Whether it goes on where an earlier run was paused or killed. */
  readonly resumed: boolean;
  /** Calls the listener with every event from now on; who begins right after the start misses none. Gives the way to stop. */
  watch(listener: (event: CrawlEvent) => void): () => void;
  progress(): CrawlProgress;
  /** Finishes what is under way and pauses the run; starting the project again resumes it. */
  pause(): void;
  /** Rejects with what made going on impossible; the run can then be resumed as well. */
  readonly ended: Promise<RunEnding>;
}
