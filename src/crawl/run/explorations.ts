import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { KeepEntry } from '../../project/index.ts';
import type { RunDependencies, RunRequest } from './run-request.ts';

/** How far an exploration is. */
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

/** An exploration under way, to look at and to stop. It never writes to the terminal or ends the process. */
export interface ExplorationHandle {
  readonly project: string;
  /** 1, 2, 3 ... within the project. */
  readonly number: number;
  /** Whether it goes on with one that was broken off. */
  readonly resumed: boolean;
  /** Whether the project has channels: then messages may be due at its end. */
  readonly hasChannels: boolean;
  progress(): ExplorationProgress;
  /** Ends it; starting the project again goes on. Without a reason it was interrupted, and may go on without being asked. */
  stop(reason?: 'stopped'): void;
  /** Null for one in another thread: what it found is in the store. Rejects when the exploration cannot go on; it can be started again then, too. */
  readonly ended: Promise<ExplorationEnding | null>;
}

/** An exploration that a schedule starts. */
export interface ScheduledExploration extends Pick<RunRequest, 'project' | 'url'> {
  readonly screenshots?: boolean;
  /** Aborting it ends the exploration; it can go on later. */
  readonly signal: AbortSignal;
}

/** The newest exploration of a project, as schedules read it. */
export interface LastExploration {
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Whether it ended with its process, and not because somebody wanted it to. */
  readonly wasBrokenOff: boolean;
  readonly hasScreenshots: boolean;
}

/** What others do with explorations of applications (D5): schedules start them, retention removes them. */
export interface Explorations {
  /** Null before the first. */
  latest(store: Store, projectId: number): Promise<LastExploration | null>;
  start(dependencies: RunDependencies, request: ScheduledExploration): Promise<ExplorationHandle>;
  /** Ends one that its thread left unfinished too often: it does not go on by itself. */
  giveUp(store: Store, projectId: number, number: number, at: number): Promise<void>;
  /** Those that a rule does not keep, by id. */
  unneeded(store: Store, projectId: number, keep: KeepEntry, now: number): Promise<readonly number[]>;
}

/** The setting that calibration recommends for a set; null before it does. Throws for a set that is not known. */
export const recommendedSetting = new ExtensionPoint<(store: Store, set: string) => Promise<string | null>>(
  'recommended settings',
  { without: 'none is recommended' },
);

export const explorations = new ExtensionPoint<Explorations>('explorations of schedules', {
  without: 'projects are crawled only',
});
