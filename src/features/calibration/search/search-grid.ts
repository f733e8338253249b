import { Dice } from '../../../base/index.ts';
import type { SettingPoint } from '../../../fingerprint/index.ts';
import { pointsOf, type SettingFamily } from '../points/setting-grid.ts';

interface GridSearch {
  readonly families: readonly SettingFamily[];
  /** What the thresholds of each family are likely to cost, by its distances alone. */
  readonly look: (families: readonly SettingFamily[]) => Promise<readonly (readonly number[])[]>;
  /** What points cost when they are replayed; the smaller, the better. Never asked twice about one point. */
  readonly costsOf: (points: readonly SettingPoint[]) => Promise<readonly number[]>;
  /** How many evaluations there may be: each look at a family is one, and each replay of a point. */
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

/** So many points are replayed before guesses are corrected: threads can share them, and how many threads there are changes nothing. */
const atOnce = 4;

/** How much a guess weighs beside replays of points that are close: as much as two of the same family. */
const trust = 8;

/** A point, what it is likely to cost, and what was learned from points that are close to it. */
interface Candidate extends PlacedPoint {
  readonly point: SettingPoint;
  readonly likely: number;
  readonly drawn: number;
  /** Sums over replayed points, by closeness. */
  wrong: number;
  weight: number;
  cost: number | null;
}

/**
 * A search that is smarter than the grid (D11). Each family is looked at once: the distances between its fingerprints say what its thresholds are likely to cost.
 * Then the most promising points are replayed, one after the other; by how much a guess was wrong corrects those of the points that are close to it.
 */
export async function searchGrid(search: GridSearch): Promise<SearchFound> {
  const { budget, costsOf, enough = -1 } = search;
  const dice = new Dice(search.seed);
  // Half of the budget stays for replays.
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
        ...{ point, step, kind, size: Number(size), algorithm: family.algorithm, relative: step / last },
        ...{ likely: likely[place]?.[step] ?? Number.POSITIVE_INFINITY, drawn: dice.next() },
        ...{ wrong: 0, weight: trust, cost: null },
      }),
    );
  });
}

const promiseOf = ({ likely, wrong, weight }: Candidate): number => likely + wrong / weight;

/** What candidates begin with says that guesses are right: one replay far away hardly changes them. */
function correct(waiting: ReadonlySet<Candidate>, replayed: Candidate, wrongBy: number): void {
  for (const candidate of waiting) {
    const weight = closeness(candidate, replayed);
    candidate.wrong += weight * wrongBy;
    candidate.weight += weight;
  }
}

/** Where a point is in the grid. */
interface PlacedPoint {
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
function closeness(one: PlacedPoint, other: PlacedPoint): number {
  if (one.algorithm !== other.algorithm || one.kind !== other.kind) return 0;
  if (one.size === other.size) return sameFamily * Math.exp(-Math.abs(one.step - other.step) / reach);
  const apart =
    Math.abs(one.size - other.size) / reach + Math.abs(one.relative - other.relative) / relativeReach;
  return Math.exp(-apart);
}
