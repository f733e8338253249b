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

/**
 * Both texts with every time replaced by a mark that only ran on between them. The n-th time of one is compared with
 * the n-th of the other, so both must have as many; otherwise they are given back as they are.
 */
export function withoutTimes(before: DatedText, after: DatedText): readonly [string, string] {
  const { at: atBefore } = before;
  const { at: atAfter } = after;
  if (atBefore === null || atAfter === null) return [before.text, after.text];
  const old = findTimes(before.text);
  if (old.length === 0) return [before.text, after.text];
  const now = findTimes(after.text);
  if (old.length !== now.length) return [before.text, after.text];
  const ran = old.map((expression, place) => {
    const other = now[place] as TimeExpression;
    if (sliceOf(before.text, expression) === sliceOf(after.text, other)) return false;
    return keepsTime({ reading: expression.reading, at: atBefore }, { reading: other.reading, at: atAfter });
  });
  return [mark(before.text, old, ran), mark(after.text, now, ran)];
}

function sliceOf(text: string, { start, end }: TimeExpression): string {
  return text.slice(start, end);
}

function mark(text: string, times: readonly TimeExpression[], ran: readonly boolean[]): string {
  let marked = '';
  let from = 0;
  for (const [place, { start, end }] of times.entries()) {
    if (!ran[place]) continue;
    marked += `${text.slice(from, start)} ${timeMark} `;
    from = end;
  }
  return marked + text.slice(from);
}
