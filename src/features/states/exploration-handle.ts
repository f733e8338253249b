import type { Exploration } from '../../explore/index.ts';
import type { StoredExploration } from './tables/explorations.ts';

/** How far an exploration is. */
export interface ExplorationProgress {
  readonly states: number;
  readonly tried: number;
  /** Actions that are known and not tried yet. */
  readonly waiting: number;
}

export interface KeptExploration {
  readonly exploration: Exploration;
  readonly stored: StoredExploration;
  readonly resumed: boolean;
  readonly hasChannels: boolean;
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
  readonly ended: Promise<KeptExploration | null>;
}
