import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { KeepEntry } from '../../project/index.ts';
import type { RunDependencies, RunRequest } from './run-request.ts';

/** The progress of an exploration. */
export interface ExplorationProgress {
  readonly states: number;
  readonly tried: number;
  /** Actions that are known and not tried yet. */
  readonly waiting: number;
}

/** How an exploration ended. */
export interface ExplorationEnding {
  readonly number: number;
  readonly ending: string;
  readonly states: number;
}

/** A handle to watch and to stop a running exploration. It never writes to the terminal or ends the process. */
export interface ExplorationHandle {
  readonly project: string;
  /** 1, 2, 3 ... within the project. */
  readonly number: number;
  /** Whether it continues an interrupted exploration. */
  readonly resumed: boolean;
  /** Whether the project has channels: then messages may be due at its end. */
  readonly hasChannels: boolean;
  progress(): ExplorationProgress;
  /** Ends it; starting the project again continues it. Without a reason it counts as interrupted, and may continue without being asked. */
  stop(reason?: 'stopped'): void;
  /** Null for one in another thread: its results are in the store. Rejects when the exploration cannot continue; it can then be started again, too. */
  readonly ended: Promise<ExplorationEnding | null>;
}

/** An exploration that a schedule starts. */
export interface ScheduledExploration extends Pick<RunRequest, 'project' | 'url'> {
  readonly screenshots?: boolean;
  /** Aborting it ends the exploration; it can be continued later. */
  readonly signal: AbortSignal;
}

/** The newest exploration of a project, as schedules read it. */
export interface LastExploration {
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Whether it ended with its process, and not because it was stopped. */
  readonly wasBrokenOff: boolean;
  readonly hasScreenshots: boolean;
}

/** Explorations as other features use them: schedules start them, retention removes them. */
export interface Explorations {
  /** Null before the first. */
  latest(store: Store, projectId: number): Promise<LastExploration | null>;
  start(dependencies: RunDependencies, request: ScheduledExploration): Promise<ExplorationHandle>;
  /** Ends an exploration whose thread left it unfinished too often: it is not continued automatically. */
  giveUp(store: Store, projectId: number, number: number, at: number): Promise<void>;
  /** The ids of explorations that the retention rule does not keep. */
  unneeded(store: Store, projectId: number, keep: KeepEntry, now: number): Promise<readonly number[]>;
}

/** The setting that calibration recommends for a set; null before it has one. Throws for an unknown set. */
export const recommendedSetting = new ExtensionPoint<(store: Store, set: string) => Promise<string | null>>(
  'recommended settings',
  { without: 'none is recommended' },
);

export const explorations = new ExtensionPoint<Explorations>('explorations of schedules', {
  without: 'projects are crawled only',
});
