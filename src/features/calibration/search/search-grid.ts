import { Dice } from '../../../base/index.ts';
import type { SettingPoint } from '../../../fingerprint/index.ts';
import { pointsOf, type SettingFamily } from '../points/setting-grid.ts';

interface GridSearch {
  readonly families: readonly SettingFamily[];
  /** The predicted costs of the thresholds of each family, from its distances alone. */
  readonly look: (families: readonly SettingFamily[]) => Promise<readonly (readonly number[])[]>;
  /** The costs of points when they are replayed; smaller is better. Never called twice for one point. */
  readonly costsOf: (points: readonly SettingPoint[]) => Promise<readonly number[]>;
  /** The maximum number of evaluations: each look at a family is one, and each replay of a point. */
  readonly budget: number;
  readonly seed: number;
  /** Stops when a point costs no more than this. Default: never. */
  readonly enough?: number;
}

export interface SearchFound {
  readonly best: SettingPoint;
  readonly cost: number;
  /** Looks and replays together. */
  readonly evaluations: number;
}

/** Points replayed between two corrections. Threads share them, and the result does not depend on the number of threads. */
const atOnce = 4;

/** The weight of a prediction relative to replays of close points: as much as two replays in the same family. */
const trust = 8;

/** A point, its predicted cost, and the correction learned from close points. */
interface Candidate extends PlacedPoint {
  readonly point: SettingPoint;
  readonly likely: number;
  readonly drawn: number;
  /** Sums over replayed points, weighted by closeness. */
  wrong: number;
  weight: number;
  cost: number | null;
}

/**
 * A search that needs fewer replays than the grid. It looks at each family once: the distances between its fingerprints predict the costs of its
 * thresholds. Then it replays the most promising points, one after the other; the error of each prediction corrects those of close points.
 */
export async function searchGrid(search: GridSearch): Promise<SearchFound> {
  const { budget, costsOf, enough = -1 } = search;
  const dice = new Dice(search.seed);
  // Half of the budget is reserved for replays.
  const looks = Math.max(1, Math.min(search.families.length, Math.floor(budget / 2)));
  const families =
    looks < search.families.length ? dice.shuffled(search.families).slice(0, looks) : search.families;
  const likely = await search.look(families);
  const waiting = new Set(candidatesOf(families, likely, dice));
  if (waiting.size === 0 || budget < 2)
    throw new RangeError('a search needs points, and a budget of at least 2');
  let [replays, best] = [0, null as Candidate | null];
  while (looks + replays < budget && waiting.size > 0 && (best?.cost ?? Number.POSITIVE_INFINITY) > enough) {
    const next = [...waiting]
      .sort((one, other) => promiseOf(one) - promiseOf(other) || one.drawn - other.drawn)
      .slice(0, Math.min(atOnce, budget - looks - replays));
    const costs = await costsOf(next.map(({ point }) => point));
    replays += next.length;
    for (const [place, candidate] of next.entries()) {
      waiting.delete(candidate);
      candidate.cost = costs[place] ?? Number.POSITIVE_INFINITY;
      if (best === null || candidate.cost < (best.cost ?? Number.POSITIVE_INFINITY)) best = candidate;
      correct(waiting, candidate, candidate.cost - candidate.likely);
    }
  }
  if (best === null) throw new RangeError('a search needs a budget for at least one replay');
  return { best: best.point, cost: best.cost ?? Number.POSITIVE_INFINITY, evaluations: looks + replays };
}

function candidatesOf(
  families: readonly SettingFamily[],
  likely: readonly (readonly number[])[],
  dice: Dice,
): readonly Candidate[] {
  return families.flatMap((family, place) => {
    const [, kind = family.features, size = '1'] = /^(\w+):(\d+)$/.exec(family.features) ?? [];
    const last = Math.max(1, family.thresholds.length - 1);
    return pointsOf(family).map(
      (point, step): Candidate => ({
        point,
        step,
        kind,
        size: Number(size),
        algorithm: family.algorithm,
        relative: step / last,
        likely: likely[place]?.[step] ?? Number.POSITIVE_INFINITY,
        drawn: dice.next(),
        wrong: 0,
        weight: trust,
        cost: null,
      }),
    );
  });
}

const promiseOf = ({ likely, wrong, weight }: Candidate): number => likely + wrong / weight;

/** Candidates start with the weight `trust` for a correct prediction, so a replay far away hardly changes them. */
function correct(waiting: ReadonlySet<Candidate>, replayed: Candidate, wrongBy: number): void {
  for (const candidate of waiting) {
    const weight = closeness(candidate, replayed);
    candidate.wrong += weight * wrongBy;
    candidate.weight += weight;
  }
}

/** The position of a point in the grid. */
interface PlacedPoint {
  readonly algorithm: string;
  readonly kind: string;
  readonly size: number;
  /** The index of its threshold in the family's list. */
  readonly step: number;
  /** The same index, scaled to 0 to 1. */
  readonly relative: number;
}

/** The distance, in steps or sizes, at which the influence of one point on another falls to a third. */
const reach = 1.5;
/** The same for relative thresholds of another size, which are only roughly comparable. */
const relativeReach = 1 / 8;
/** How much more influence a point of the same family has than one of the next size. */
const sameFamily = 4;

/** The influence of one point on another: 0 for another algorithm or another kind of features. */
function closeness(one: PlacedPoint, other: PlacedPoint): number {
  if (one.algorithm !== other.algorithm || one.kind !== other.kind) return 0;
  if (one.size === other.size) return sameFamily * Math.exp(-Math.abs(one.step - other.step) / reach);
  const apart =
    Math.abs(one.size - other.size) / reach + Math.abs(one.relative - other.relative) / relativeReach;
  return Math.exp(-apart);
}
