import type { HostLeases } from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { Protocol, RetryPolicy } from '../../fetch/index.ts';
import type { RuleTableRow } from '../../project/index.ts';
import type { CrawlEvent } from '../engine/crawl-event.ts';
import type { CrawlEnding, CrawlProgress } from '../engine/crawl-progress.ts';
import type { Clock } from '../site/allowed-hours.ts';
import type { StepAction } from '../steps/step-action.ts';
import type { RunSettings } from './run-settings.ts';

/** What to run, and how. */
export interface RunRequest {
  readonly project: string;
  /** The address to visit; null for a stored project, which has its address or its file. */
  readonly url: string | null;
  /** The user's settings. They are stored with a project that is an address; a project with a file uses them for this run only. */
  readonly settings?: Partial<RunSettings>;
  /** `everything`: fetches every page completely and follows its links. `changes` (default): only changed pages. */
  readonly visits?: 'everything' | 'changes';
  /** Leaves out pages that are unlikely to have changed yet. */
  readonly onlyDue?: boolean;
  /** The scheduled time of the run, in milliseconds since 1970. A project that has run since then is refused. */
  readonly dueAt?: number;
}

/** What all runs of a process share. */
export interface RunDependencies {
  readonly store: Store;
  /** Where unfinished files are, which folders may be visited, which servers are known. Default: read from the environment. */
  readonly config?: Config;
  /** Looks up secrets in environment variables. Default: those of this process. */
  readonly environment?: (name: string) => string | undefined;
  /** Finds secrets in the database. Default: there are none. */
  readonly storedSecret?: (name: string) => Promise<string | null>;
  /** In addition to the built-in ones. */
  readonly protocols?: readonly Protocol[];
  /** In addition to the built-in ones. */
  readonly stepActions?: readonly StepAction<never>[];
  /** Called with the events of all runs of the process. */
  readonly onEvent?: (event: CrawlEvent) => void;
  /** Leases on hosts that others may visit, too. Default: this process is the only visitor. */
  readonly hostLeases?: HostLeases;
  /** The clock for when runs start and end, when messages are due, and for the hours that a project allows. Default: the system's clock. */
  readonly clock?: Clock;
  /** The waits between retries; the number of attempts is a setting of the project. */
  readonly retryDelays?: Pick<RetryPolicy, 'firstDelay' | 'longestDelay'>;
}

/** What all runs of a process share, with the defaults. */
export type ProcessContext = RunDependencies &
  Required<Pick<RunDependencies, 'config' | 'clock' | 'environment'>>;

/** How a run ended, and what the project's rules decided; empty for a project without rules. */
export interface RunEnding extends CrawlEnding {
  readonly rules: readonly RuleTableRow[];
  /** What else the user should know, in sentences: links that were not followed, and what to do about it. */
  readonly notices: readonly string[];
}

/** A handle to watch and to pause an active run. It never writes to the terminal or ends the process. */
export interface RunHandle {
  readonly project: string;
  /** 1, 2, 3 ... within the project. */
  readonly number: number;
  /** Whether it continues a run that was paused or killed. */
  readonly resumed: boolean;
  readonly hasDetectors: boolean;
  /** Whether the project has channels: then messages may be due after the run. */
  readonly hasChannels: boolean;
  /** Calls the listener with every event from now on; called right after the start, it misses none. Returns a function that removes the listener. */
  watch(listener: (event: CrawlEvent) => void): () => void;
  progress(): CrawlProgress;
  /**
   * Finishes the requests under way and pauses the run; starting the project again resumes it. Only the first reason is kept; without one
   * the run counts as interrupted, and may be resumed without asking the user.
   */
  pause(reason?: string): void;
  /** Rejects when the run cannot continue; it can then be resumed, too. */
  readonly ended: Promise<RunEnding>;
}
