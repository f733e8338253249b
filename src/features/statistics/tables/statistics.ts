import type { HourCount } from '../../../crawl/tables/records.ts';

/** A run and how much it did (C, table I). */
export interface RunFigures {
  readonly runId: number;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  /** Whether it visited all that it found. */
  readonly isFull: boolean;
  /** Pages that it visited, or still has to. */
  readonly found: number;
  /** Pages that it got. */
  readonly processed: number;
  /** When it got them; null for a run of an earlier version, which did not note it. */
  readonly byHour: readonly HourCount[] | null;
}

/** What was done so far, counted (C9). */
export interface Statistics {
  /** By the ids of their projects, oldest first; a project without runs is left out. */
  runs(projectIds: readonly number[]): Promise<ReadonlyMap<number, readonly RunFigures[]>>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly statistics: Statistics;
  }
}
