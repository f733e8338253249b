/** Where a point is in the grid. */
export interface PlacedPoint {
  readonly algorithm: string;
  readonly kind: string;
  readonly size: number;
  /** The place of its threshold in the family's list. */
  readonly step: number;
  /** The same from 0 to 1. */
  readonly relative: number;
}

/** Steps, and sizes, after which one point says a third as much about another. */
const reach = 1.5;
/** The same for thresholds of other sizes, which do not mean quite the same. */
const relativeReach = 1 / 8;
/** A point of the same family says so many times more than one of the next size. */
const sameFamily = 4;

/** How much one point says about another: nothing where the algorithm or the kind of features is another one. */
export function closeness(one: PlacedPoint, other: PlacedPoint): number {
  if (one.algorithm !== other.algorithm || one.kind !== other.kind) return 0;
  if (one.size === other.size) return sameFamily * Math.exp(-Math.abs(one.step - other.step) / reach);
  const apart =
    Math.abs(one.size - other.size) / reach + Math.abs(one.relative - other.relative) / relativeReach;
  return Math.exp(-apart);
}
