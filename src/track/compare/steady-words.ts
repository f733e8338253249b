import type { Segment } from '../../document/index.ts';
import type { Effort } from './effort.ts';

/** Words that name a unit or a distance in time; they change with the number beside them. */
export const aboutTime =
  /^(?:\p{N}.*|ago|just|now|today|yesterday|an?|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|vor|heute|gestern|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|am|pm)$/iu;

/** What a leaf says apart from numbers and times, with its kind; empty when nothing is left, or the effort is spent. */
export function steadyWords(segment: Segment, effort: Effort): string {
  if (!effort.allows(segment, segment)) return '';
  const words = segment.tokens.filter((token) => /\p{L}/u.test(token) && !aboutTime.test(token));
  return words.some((word) => !word.startsWith('<')) ? `${segment.kind} ${words.join(' ')}` : '';
}
