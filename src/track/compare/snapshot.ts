import { type Leaves, leavesOf, type Segment } from '../../document/index.ts';

/** One fetch of a page. */
export interface Snapshot {
  readonly segments: readonly Segment[];
  /** The Date of the response in milliseconds; null when the server did not send one. */
  readonly at: number | null;
  /** Its Last-Modified in milliseconds; null or left out when the server did not send one. */
  readonly modifiedAt?: number | null;
  /** The same segments, not yet made; left out where they were made one by one. */
  readonly leaves?: Leaves;
}

/** A snapshot whose segments are made on demand: those of a large page take much memory. */
export function snapshotOf(leaves: Leaves, at: number | null, modifiedAt: number | null = null): Snapshot {
  return {
    leaves,
    at,
    modifiedAt,
    get segments() {
      return leaves.segments;
    },
  };
}

export function leavesIn(snapshot: Snapshot): Leaves {
  return snapshot.leaves ?? leavesOf(snapshot.segments);
}
