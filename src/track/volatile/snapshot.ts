import type { Segment } from '../../document/index.ts';

/** One fetch of a page. */
export interface Snapshot {
  readonly segments: readonly Segment[];
  /** The Date of the response in milliseconds; null when the server did not say. */
  readonly at: number | null;
}
