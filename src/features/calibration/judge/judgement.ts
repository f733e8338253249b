import { type Known, StateClasses } from './classes.ts';
import {
  allPairs,
  type JudgeVerdict,
  majority,
  pairKey,
  type StatePair,
  type VerdictWord,
} from './verdict.ts';

/** What the settings say about two states. */
export interface Likeness {
  /** The share of settings that regard them as the same: 1 when all do, 0 when none does. */
  readonly share: number;
  /** Similarity of their structure, whatever their texts: from 0 to 1. Where all settings agree, the most doubtful pairs by this number are the samples. */
  readonly structure: number;
}

export type LikenessOf = (pair: StatePair) => Likeness;

/** How many of the pairs on which all settings agree are asked as samples. */
const samples = 3;

/** What is known about all pairs of a site, and which pair to ask next. */
export interface StatesJudgement {
  /** The class of each state: the smallest number in it. */
  readonly classOf: readonly number[];
  /** The next pair to ask; null when everything is known. */
  readonly next: StatePair | null;
  readonly pairs: number;
  readonly known: Readonly<Record<Known, number>>;
  /** Pairs that no judge was sure about. */
  readonly unsure: number;
  /** Pairs about which nothing is known yet. */
  readonly open: number;
  readonly contradictions: readonly StatePair[];
}

/**
 * Of the pairs on which all settings agree, only a few samples are asked; if a person disagrees with the settings, all of these pairs are asked. The
 * other pairs are asked from the most alike to the least, so that most of them follow from earlier verdicts (duplicates of duplicates).
 */
export function judgementOf(
  states: number,
  verdicts: readonly JudgeVerdict[],
  likeness: LikenessOf,
): StatesJudgement {
  const pairs = allPairs(states);
  const said = majority(verdicts);
  const all = new StateClasses(states, said);
  const agreements = [true, false].map((isSame) => agreementOn(isSame, pairs, said, likeness));
  const believed = new Map(said);
  const known = { said: 0, follows: 0, agreed: 0 };
  const open: StatePair[] = [];
  let unsure = 0;
  for (const pair of pairs) {
    const relation = all.relation(pair);
    const { share } = likeness(pair);
    const agreement = agreements.find(({ isSame }) => share === (isSame ? 1 : 0));
    if (relation !== null) known[relation.how]++;
    else if (said.get(pairKey(pair)) === 'unsure') unsure++;
    else if (agreement?.isBelieved === true) {
      known.agreed++;
      believed.set(pairKey(pair), agreement.isSame ? 'duplicate' : 'different');
    } else open.push(pair);
  }
  const isOpen = new Set(open.map(pairKey));
  const next =
    agreements.flatMap(({ toAsk }) => toAsk).find((pair) => isOpen.has(pairKey(pair))) ??
    open.toSorted((one, other) => likeness(other).share - likeness(one).share)[0] ??
    null;
  const settled = new StateClasses(states, believed);
  return {
    classOf: settled.classOf,
    next,
    pairs: pairs.length,
    known,
    unsure,
    open: open.length,
    contradictions: all.contradictions,
  };
}

/** What people say about the pairs on which all settings agree. */
interface Agreement {
  readonly isSame: boolean;
  /** Whether people confirmed enough samples and contradicted none. */
  readonly isBelieved: boolean;
  /** Samples without a verdict yet. */
  readonly toAsk: readonly StatePair[];
}

function agreementOn(
  isSame: boolean,
  pairs: readonly StatePair[],
  said: ReadonlyMap<string, VerdictWord>,
  likeness: LikenessOf,
): Agreement {
  const agreed = pairs.filter((pair) => likeness(pair).share === (isSame ? 1 : 0));
  const words = agreed.map((pair) => said.get(pairKey(pair)));
  const count = (word: VerdictWord) => words.filter((each) => each === word).length;
  const [confirmed, denied] = isSame
    ? [count('duplicate'), count('different')]
    : [count('different'), count('duplicate')];
  const sign = isSame ? 1 : -1;
  const doubtful = agreed.toSorted(
    (one, other) => sign * (likeness(one).structure - likeness(other).structure),
  );
  const missing = denied > 0 ? 0 : Math.max(0, Math.min(samples, agreed.length) - confirmed);
  const toAsk = doubtful.filter((pair) => !said.has(pairKey(pair))).slice(0, missing);
  return { isSame, isBelieved: confirmed > 0 && denied === 0 && toAsk.length === 0, toAsk };
}
