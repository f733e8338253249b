import { type Random, randomOf } from '../../../sites/session-sites/random.ts';

/** One answer of the server: everything that makes it differ from other answers with the same content. */
export interface Live {
  readonly random: Random;
  readonly now: number;
  /** How often this page was shown, this answer included. */
  readonly count: number;
  /** The pages that this visitor has seen, newest first. */
  readonly seen: readonly string[];
  /** Choices that are the same in all answers to this visitor. */
  ofVisitor(name: string): Random;
}

export interface LiveMoment {
  readonly seed: string;
  readonly key: string;
  readonly now: number;
  readonly count: number;
  readonly visitor: string;
  readonly seen: readonly string[];
}

export const liveAt = ({ seed, key, now, count, visitor, seen }: LiveMoment): Live => ({
  random: randomOf(`${seed} ${key} answer ${count}`),
  now,
  count,
  seen,
  ofVisitor: (name) => randomOf(`${seed} visitor ${visitor} ${name}`),
});
