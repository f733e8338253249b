import type { FeatureRows } from '../../../crawl/tables/crawl-commit.ts';
import type { PackedContent } from '../../../database/content/packed-content.ts';

/** An exploration of an application in a browser (D5). */
export interface StoredExploration {
  readonly id: number;
  readonly projectId: number;
  /** 1, 2, 3 ... in its project. */
  readonly number: number;
  readonly url: string;
  /** JSON, written by `app`: what decides which states are found. One that was broken off goes on only with the same. */
  readonly settings: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Why it ended; null while it goes on, and for good after a kill. */
  readonly ending: string | null;
}

/** What is kept of a state beside its facts, each as stored content. `details` is JSON, written by `app`. */
export type ExploredPart = 'html' | 'stripped' | 'details' | 'screenshot';

/** A state as an exploration found it. */
export interface ExploredState {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly hash: string;
  readonly depth: number;
  /** To every state with a smaller number, in their order. */
  readonly distances: readonly number[];
  /** SHA-256 of its parts; no screenshot where none was taken. */
  readonly contents: Readonly<Partial<Record<ExploredPart, Uint8Array>>>;
}

/** An action that was tried in a state. */
interface StoredTry {
  readonly from: number;
  /** Its place among what can be done there. */
  readonly candidate: number;
  /** JSON, written by `app`; null when it led nowhere. */
  readonly transition: string | null;
  /** '' when it worked. */
  readonly failure: string;
}

/** What one action brought: kept in one transaction, so that a kill loses neither the action nor its state. */
export interface ExplorationNews {
  readonly projectId: number;
  readonly explorationId: number;
  /** Null when no new state was found. */
  readonly state: ExploredState | null;
  /** The bodies of its parts. */
  readonly contents: readonly PackedContent[];
  /** Null for the index, which no action leads to; `place` counts the actions that were tried before. */
  readonly tried: (StoredTry & { readonly place: number }) | null;
}

/** What an exploration tells at its end. It is kept with the end itself: nothing that was reported is lost, or reported again. */
interface ExplorationReport {
  /** JSON, written by `app`. */
  readonly news: string;
  /** What detectors have told about the application so far, packed; null when that is nothing. */
  readonly results: Uint8Array | null;
}

interface ExplorationEnd extends Pick<StoredExploration, 'endedAt' | 'ending'> {
  /** With the rows of features that follow from it, as messages; left out while there is more to find. */
  readonly reported?: ExplorationReport & { readonly projectId: number; readonly rows: FeatureRows };
}

interface ExplorationWrites {
  /** Starts the project's next exploration. */
  begin(
    projectId: number,
    start: Pick<StoredExploration, 'url' | 'settings' | 'startedAt'>,
  ): Promise<StoredExploration>;
  /** Throws, and keeps nothing, when the state or the action is there already: another process is working on the exploration. */
  keep(news: ExplorationNews): Promise<void>;
  /** One that goes on has no end. */
  end(id: number, end: ExplorationEnd): Promise<void>;
}

export interface Explorations extends ExplorationWrites {
  /** Newest first. */
  list(projectId: number): Promise<readonly StoredExploration[]>;
  /** In the order of discovery. */
  states(explorationId: number): Promise<readonly ExploredState[]>;
  /** What it told; null for one that has not ended, or ended before this was kept. */
  reported(explorationId: number): Promise<ExplorationReport | null>;
  /** In the order in which they were tried. */
  tried(explorationId: number): Promise<readonly StoredTry[]>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly explorations: Explorations;
  }
}
