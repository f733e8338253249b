import { Dice } from '../../base/index.ts';
import type { SettingPoint } from '../../fingerprint/index.ts';
import type { SettingFamily } from '../points/setting-grid.ts';

export interface Evolution {
  readonly families: readonly SettingFamily[];
  /** The cost of each point; the smaller, the better. Never asked twice about one point. */
  readonly costsOf: (points: readonly SettingPoint[]) => Promise<readonly number[]>;
  /** What a point is likely to cost, by distances alone and without replaying it. */
  readonly guess: (point: SettingPoint) => number;
  /** Points that may be asked about. */
  readonly budget: number;
  readonly seed: number;
  /** Stops when a point costs no more than this. Default: never. */
  readonly enough?: number;
}

export interface Evolved {
  readonly best: SettingPoint;
  readonly cost: number;
  readonly evaluations: number;
}

/** A setting as genes: its family, and the place of its threshold in the family's list. */
interface Creature {
  readonly family: number;
  readonly place: number;
}

const litter = 12;
/** The share of the budget that goes to points with good guesses, before any of them has children. */
const shareOfFirst = 0.5;
/** The chance that a child is drawn anew: what looks bad at one threshold may be good at another. */
const chanceOfStranger = 0.1;

/**
 * A genetic algorithm over the grid (D11, section 14.2). The first creatures are those of which distances promise most; children take the family of one parent and the
 * relative threshold of the other, or move a step in threshold, size, algorithm or kind.
 */
export async function evolve({
  families,
  costsOf,
  guess,
  budget,
  seed,
  enough = -1,
}: Evolution): Promise<Evolved> {
  const dice = new Dice(seed);
  const grid = new Neighbourhood(families);
  const costs = new Map<string, { readonly creature: Creature; readonly cost: number }>();
  const nameOf = ({ family, place }: Creature) => `${family} ${place}`;
  const ranked = () => [...costs.values()].sort((one, other) => one.cost - other.cost);
  const evaluate = async (creatures: readonly Creature[]) => {
    const fresh = new Map(
      creatures.filter((each) => !costs.has(nameOf(each))).map((each) => [nameOf(each), each]),
    );
    const asked = [...fresh.values()].slice(0, budget - costs.size);
    const found = asked.length === 0 ? [] : await costsOf(asked.map((each) => grid.pointOf(each)));
    for (const [index, creature] of asked.entries())
      costs.set(nameOf(creature), { creature, cost: found[index] ?? Number.POSITIVE_INFINITY });
  };
  const all = grid.size;
  const isOver = () =>
    costs.size >= Math.min(budget, all) || (ranked()[0]?.cost ?? Number.POSITIVE_INFINITY) <= enough;

  await evaluate(grid.promising(dice, guess, Math.max(1, Math.floor(budget * shareOfFirst))));
  let barren = 0;
  while (!isOver()) {
    const before = costs.size;
    const parents = ranked();
    await evaluate(
      Array.from({ length: litter }, () =>
        grid.child(
          dice,
          parents.map(({ creature }) => creature),
        ),
      ),
    );
    barren = costs.size === before ? barren + 1 : 0;
    // All around the best is known: look elsewhere.
    if (barren > 3) await evaluate(Array.from({ length: litter }, () => grid.stranger(dice)));
  }
  const [best] = ranked();
  if (best === undefined) throw new RangeError('a search needs at least one point and a budget');
  return { best: grid.pointOf(best.creature), cost: best.cost, evaluations: costs.size };
}

/** Which settings are beside each other. */
class Neighbourhood {
  readonly #families: readonly SettingFamily[];
  /** Places of families by algorithm and features. */
  readonly #places: ReadonlyMap<string, number>;

  constructor(families: readonly SettingFamily[]) {
    this.#families = families;
    this.#places = new Map(families.map((each, place) => [`${each.algorithm}/${each.features}`, place]));
  }

  get size(): number {
    return this.#families.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  }

  pointOf({ family, place }: Creature): SettingPoint {
    const { algorithm, features, thresholds } = this.#family(family);
    return { algorithm, features, threshold: thresholds[place] ?? 0 };
  }

  stranger(dice: Dice): Creature {
    const family = dice.below(this.#families.length);
    return { family, place: dice.below(this.#family(family).thresholds.length) };
  }

  /** Those with the best guesses; of those with the same, any. */
  promising(dice: Dice, guess: (point: SettingPoint) => number, count: number): readonly Creature[] {
    const all = this.#families.flatMap(({ thresholds }, family) =>
      thresholds.map((_, place) => ({ family, place })),
    );
    return all
      .map((creature) => ({ creature, guessed: guess(this.pointOf(creature)), drawn: dice.next() }))
      .sort((one, other) => one.guessed - other.guessed || one.drawn - other.drawn)
      .slice(0, count)
      .map(({ creature }) => creature);
  }

  child(dice: Dice, parents: readonly Creature[]): Creature {
    if (dice.next() < chanceOfStranger) return this.stranger(dice);
    // The better a parent, the likelier: the square puts most weight on the first.
    const parent = () =>
      parents[Math.floor(dice.next() ** 2 * Math.min(parents.length, 20))] ?? this.stranger(dice);
    const one = parent();
    if (dice.next() < 0.25) return this.#moved(one.family, this.#relative(parent()));
    const step = (dice.next() < 0.5 ? -1 : 1) * (1 + dice.below(3));
    if (dice.next() < 0.55) return this.#clamped(one.family, one.place + step);
    return this.#moved(this.#kin(dice, one.family), this.#relative(one));
  }

  /** A family that is like another but for its size, its kind of features or its algorithm. */
  #kin(dice: Dice, family: number): number {
    const { algorithm, features } = this.#family(family);
    const [, kind, size] = /^(\w+):(\d+)$/.exec(features) ?? [];
    if (kind !== undefined && dice.next() < 0.5) {
      const other = Number(size) + (dice.next() < 0.5 ? -1 : 1);
      return this.#places.get(`${algorithm}/${kind}:${other}`) ?? family;
    }
    const isLike =
      dice.next() < 0.5
        ? (each: SettingFamily) => each.features === features
        : (each: SettingFamily) => each.algorithm === algorithm;
    const kin = this.#families.flatMap((each, place) => (isLike(each) && place !== family ? [place] : []));
    return kin.length === 0 ? dice.below(this.#families.length) : dice.pick(kin);
  }

  #relative({ family, place }: Creature): number {
    const { length } = this.#family(family).thresholds;
    return length < 2 ? 0 : place / (length - 1);
  }

  #moved(family: number, relative: number): Creature {
    return this.#clamped(family, Math.round(relative * (this.#family(family).thresholds.length - 1)));
  }

  #clamped(family: number, place: number): Creature {
    return { family, place: Math.max(0, Math.min(this.#family(family).thresholds.length - 1, place)) };
  }

  #family(family: number): SettingFamily {
    const found = this.#families[family];
    if (found === undefined) throw new RangeError(`there is no family ${family}`);
    return found;
  }
}
