import type { PartContext } from '../../../database/store-part.ts';

export type RetentionContext = Pick<PartContext, 'database' | 'bodies' | 'parts'>;

/** What of a project has to stay. */
export interface KeepLimits {
  readonly projectId: number;
  /** The first run, by id, of which everything stays, as it does of all later ones; 0: of all runs. */
  readonly fromRunId: number;
  /** How many versions of each page stay at least. */
  readonly versions: number;
  /** Explorations that go whole, by id. */
  readonly explorations: readonly number[];
}

/** What goes, or would go. */
export interface Tidied {
  /** Visits that found nothing new. */
  readonly visits: number;
  /** Versions whose content goes. That they were there, and what the run reported about them, stays. */
  readonly versions: number;
  /** Explorations with everything that they found. */
  readonly explorations: number;
  /** Contents that only they had, and what these take. */
  readonly contents: number;
  readonly bytes: number;
}

/** What a project holds. */
export interface KeptAmounts {
  readonly pages: number;
  readonly runs: number;
  readonly visits: number;
}

/** What is stored, and what of it is still needed. */
export interface Retention extends RetentionWrites {
  /** What the database takes on disk, in bytes; files beside it do not count. */
  databaseBytes(): Promise<number>;
  amounts(projectId: number): Promise<KeptAmounts>;
  /** What `tidy` would remove. Changes nothing, but may take seconds. */
  survey(limits: KeepLimits): Promise<Tidied>;
}

interface RetentionWrites {
  /**
   * Removes visits and contents that are not needed any more, in small steps, so that commits need not wait long. A kill in between
   * leaves everything in order, and the rest for the next time. The caller must hold the claim on the project.
   */
  tidy(limits: KeepLimits, at: number): Promise<Pick<Tidied, 'visits' | 'versions' | 'explorations'>>;
  /** Removes contents that no visit, picture or state has, whatever left them behind. */
  removeUnused(): Promise<Pick<Tidied, 'contents' | 'bytes'>>;
  /** Removes objects outside the database that no content needs any more, unless they may be about to be used. Returns how many went. */
  sweepObjects(): Promise<number>;
  /** Gives free space back to the disk where that pays; otherwise it is used again by what is stored next. */
  compact(): Promise<void>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly retention: Retention;
  }
}
