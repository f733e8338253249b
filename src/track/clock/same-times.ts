import { findTimes } from './find-times.ts';
import { keepsTime } from './keeps-time.ts';
import type { TimeExpression } from './time-expression.ts';

/** Stands for a time that only ran on. No page can write it: its characters are reserved for programs. */
export const timeMark = '\u{e000}';

/** A text and the Date of its response in milliseconds; null when the server did not say. */
export interface DatedText {
  readonly text: string;
  readonly at: number | null;
}

/** The times of two texts that say the same, each as it stands in its own. */
export type SameTimes = readonly [readonly TimeExpression[], readonly TimeExpression[]];

const none: SameTimes = [[], []];

/**
 * The times that only ran on between two texts, and those that are written alike. The n-th time of one is compared with
 * the n-th of the other, so both must have as many; otherwise none is the same.
 */
export function sameTimes(before: DatedText, after: DatedText): SameTimes {
  const { at: atBefore } = before;
  const { at: atAfter } = after;
  if (atBefore === null || atAfter === null) return none;
  const old = findTimes(before.text);
  if (old.length === 0) return none;
  const now = findTimes(after.text);
  if (old.length !== now.length) return none;
  const isSame = old.map((expression, place) => {
    const other = now[place] as TimeExpression;
    if (sliceOf(before.text, expression) === sliceOf(after.text, other)) return true;
    return keepsTime({ reading: expression.reading, at: atBefore }, { reading: other.reading, at: atAfter });
  });
  return [old.filter((_, place) => isSame[place]), now.filter((_, place) => isSame[place])];
}

function sliceOf(text: string, { start, end }: TimeExpression): string {
  return text.slice(start, end);
}
