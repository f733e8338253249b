import type { PartContext } from '../../../database/store-part.ts';

export type RetentionContext = Pick<PartContext, 'database' | 'bodies' | 'parts'>;

/** What has to be kept of a project. */
export interface KeepLimits {
  readonly projectId: number;
  /** Id of the oldest run that is kept completely, like all later ones; 0 keeps all runs. */
  readonly fromRunId: number;
  /** How many versions of each page are kept at least. */
  readonly versions: number;
  /** Ids of explorations that are removed completely. */
  readonly explorations: readonly number[];
}

/** What is removed, or would be removed. */
export interface Removed {
  /** Visits that found nothing new. */
  readonly visits: number;
  /** Versions whose content is removed. Their rows, and what the run reported about them, stay. */
  readonly versions: number;
  /** Explorations with everything that they found. */
  readonly explorations: number;
  /** Contents that nothing else uses, and their size. */
  readonly contents: number;
  readonly bytes: number;
}

/** How much is stored of a project. */
export interface KeptAmounts {
  readonly pages: number;
  readonly runs: number;
  readonly visits: number;
}

/** What is stored, and what of it is still needed. */
export interface Retention extends RetentionWrites {
  /** Size of the database on disk, in bytes, without the files beside it. */
  databaseBytes(): Promise<number>;
  amounts(projectId: number): Promise<KeptAmounts>;
  /** What `apply` would remove. Changes nothing, but may take seconds. */
  survey(limits: KeepLimits): Promise<Removed>;
}

interface RetentionWrites {
  /**
   * Removes visits and contents that are no longer needed, in small steps, so that commits need not wait long. A kill in between
   * leaves the data consistent, and the rest for the next time. The caller must hold the claim on the project.
   */
  apply(limits: KeepLimits, at: number): Promise<Pick<Removed, 'visits' | 'versions' | 'explorations'>>;
  /** Removes contents that no visit, picture or state uses, whatever left them behind. */
  removeUnused(): Promise<Pick<Removed, 'contents' | 'bytes'>>;
  /** Removes objects outside the database that no content needs any more, unless they may be about to be used. Returns how many. */
  sweepObjects(): Promise<number>;
  /** Returns free space to the disk where that is worth it; otherwise later data reuses the space. */
  compact(): Promise<void>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly retention: Retention;
  }
}
