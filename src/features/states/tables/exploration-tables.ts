import type { ExploredPart } from './explorations.ts';

/** Ids grow with time over all projects. */
export interface ExplorationTable {
  readonly id: number;
  readonly project_id: number;
  readonly number: number;
  readonly url: string;
  readonly settings: string;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly ending: string | null;
}

interface ExploredStateTable {
  readonly exploration_id: number;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly hash: string;
  readonly depth: number;
  /** 8 bytes each, little-endian. */
  readonly distances: Uint8Array;
}

/** Which content is which part of a state. */
interface ExploredContentTable {
  readonly exploration_id: number;
  readonly state_number: number;
  readonly part: ExploredPart;
  readonly sha256: Uint8Array;
}

/** The key is the fence: an action that was tried is not tried again. */
interface TriedActionTable {
  readonly exploration_id: number;
  readonly place: number;
  readonly from_state: number;
  readonly candidate: number;
  /** `Transition` as JSON. */
  readonly transition: string | null;
  readonly failure: string;
}

/** What was told at the end, for good. */
interface ExploredNewsTable {
  readonly exploration_id: number;
  /** JSON, compressed. */
  readonly news: Uint8Array;
  readonly results: Uint8Array | null;
}

export interface ExplorationTables {
  readonly exploration: ExplorationTable;
  readonly explored_state: ExploredStateTable;
  readonly explored_content: ExploredContentTable;
  readonly tried_action: TriedActionTable;
  readonly explored_news: ExploredNewsTable;
}

declare module '../../../database/schema.ts' {
  interface Tables extends ExplorationTables {}
}
