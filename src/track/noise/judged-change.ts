import type { Link } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import type { NoisyWords } from '../diff/diff-words.ts';
import { isEndless, type VolatileRule } from './volatile-rule.ts';

/** A difference from the last good version, and whether it is noise. */
export interface JudgedChange {
  readonly change: SegmentChange;
  readonly isNoise: boolean;
  /** Why, in words for the user. */
  readonly reason: string;
  /** The rules that make it noise; none when only the time moved on. */
  readonly rules: readonly VolatileRule[];
  /** False when a rule covers words that were never seen at its place: they may be an edit, which another fetch can show. */
  readonly isCertain: boolean;
  /** The rules that make it certain only because their places show something new nearly every time. */
  readonly endless: readonly VolatileRule[];
  /** What is noise inside a change; left out when nothing is. */
  readonly inside?: NoiseInside;
  /** Pictures that were replaced under their addresses; left out when none was. */
  readonly pictures?: readonly string[];
}

/** Noise in the text of a change: it is neither marked nor reported. */
export interface NoiseInside {
  readonly words: readonly NoisyWords[];
  readonly links: ReadonlySet<Link>;
}

export function realChange(change: SegmentChange, reason: string, inside?: NoiseInside): JudgedChange {
  const hasNoise = inside !== undefined && inside.words.length + inside.links.size > 0;
  return {
    ...{ change, isNoise: false, reason, rules: [], isCertain: true, endless: [] },
    ...(hasNoise && { inside }),
  };
}

/** `unknown` are the rules that never saw what is at their place now. */
export function noisyChange(
  change: SegmentChange,
  reason: string,
  rules: readonly VolatileRule[] = [],
  unknown: readonly VolatileRule[] = [],
): JudgedChange {
  const endless = unknown.filter(isEndless);
  return { change, isNoise: true, reason, rules, isCertain: endless.length === unknown.length, endless };
}

/** The reason when nothing is known except what happened to the segment. */
export function plainReason({ flag, before, after }: SegmentChange): string {
  switch (flag) {
    case 'new':
      return `new ${after.kind}`;
    case 'gone':
      return `${before.kind} gone`;
    default:
      return flag;
  }
}
