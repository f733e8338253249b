import { type Known, StateClasses } from './classes.ts';
import { allPairs, majority, pairKey, type StatePair, type Verdict } from './verdict.ts';

/** The share of settings that take two states for the same: 1 when all do, 0 when none does. */
export type Likeness = (pair: StatePair) => number;

/** What is known about all pairs of a site, and what is still to be asked. */
export interface Judgement {
  /** The class of each state: the smallest number in it. */
  readonly classOf: readonly number[];
  /** What to ask next; null when everything is known. */
  readonly next: StatePair | null;
  readonly pairs: number;
  readonly known: Readonly<Record<Known, number>>;
  /** Pairs that nobody could tell. */
  readonly unsure: number;
  /** Pairs of which nothing is known yet. */
  readonly open: number;
  readonly contradictions: readonly StatePair[];
}

/**
 * Where all settings agree, one pair is asked for all; where a person disagrees with them, all of these pairs are asked. The others are asked from the most
 * alike to the least: so most of them follow from others (duplicates of duplicates) before their turn comes.
 */
export function judgementOf(states: number, verdicts: readonly Verdict[], likeness: Likeness): Judgement {
  const pairs = allPairs(states);
  const said = majority(verdicts);
  const all = new StateClasses(states, said);
  const agreements = [new Agreement(1, true), new Agreement(0, false)];
  for (const pair of pairs)
    for (const agreement of agreements) agreement.consider(pair, likeness(pair), said.get(pairKey(pair)));
  const believed = new Map(said);
  const known = { said: 0, follows: 0, agreed: 0 };
  const open: StatePair[] = [];
  let unsure = 0;
  for (const pair of pairs) {
    const relation = all.relation(pair);
    const agreement = agreements.find(({ share }) => share === likeness(pair));
    if (relation !== null) known[relation.how]++;
    else if (said.get(pairKey(pair)) === 'unsure') unsure++;
    else if (agreement?.isBelieved === true) {
      known.agreed++;
      believed.set(pairKey(pair), agreement.isSame ? 'duplicate' : 'different');
    } else open.push(pair);
  }
  const samples = agreements.flatMap(({ sample }) => sample ?? []);
  const next =
    samples.find((sample) => open.some((pair) => pairKey(pair) === pairKey(sample))) ??
    open.toSorted((one, other) => likeness(other) - likeness(one))[0] ??
    null;
  const settled = new StateClasses(states, believed);
  return {
    classOf: settled.classOf,
    ...{ next, pairs: pairs.length, known, unsure, open: open.length },
    contradictions: all.contradictions,
  };
}

/** Pairs about which all settings say the same. */
class Agreement {
  readonly share: number;
  readonly isSame: boolean;
  #sample: StatePair | null = null;
  #confirmed = 0;
  #denied = 0;

  constructor(share: number, isSame: boolean) {
    this.share = share;
    this.isSame = isSame;
  }

  /** The pair that is asked for all of them. */
  get sample(): StatePair | null {
    return this.#sample;
  }

  get isBelieved(): boolean {
    return this.#confirmed > 0 && this.#denied === 0;
  }

  consider(pair: StatePair, share: number, verdict: string | undefined): void {
    if (share !== this.share) return;
    if (verdict === undefined) this.#sample ??= pair;
    else if (verdict === (this.isSame ? 'duplicate' : 'different')) this.#confirmed++;
    else if (verdict !== 'unsure') this.#denied++;
  }
}
