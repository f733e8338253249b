import type { Segment } from '../../document/index.ts';
import { isAboutToday } from '../clock/marks-today.ts';
import { sameTimes, timeMark } from '../clock/same-times.ts';
import type { TimeExpression } from '../clock/time-expression.ts';

/**
 * The tokens of two leaves, for a comparison: a time that only ran on, or is the same, is one mark in both, and a number
 * is one token with its signs. "17,283" and "17,769" share no digit that anybody would call steady.
 */
export function comparableTokens(
  before: Segment,
  beforeAt: number | null,
  after: Segment,
  afterAt: number | null,
): readonly [readonly string[], readonly string[]] {
  const [old, now] = sameTimes({ text: before.text, at: beforeAt }, { text: after.text, at: afterAt });
  const tokens = [tokensOf(before, old), tokensOf(after, now)] as const;
  const isMarked = [beforeAt, afterAt].some((at) => isAboutToday(before.text, at));
  if (before.text !== after.text || !isMarked) return tokens;
  // Today's line is in bold, yesterday it was another one.
  return [tokens[0].filter(isNoTag), tokens[1].filter(isNoTag)];
}

interface PlacedToken {
  readonly token: string;
  /** In the text of the leaf; -1 for a tag. */
  readonly start: number;
  readonly end: number;
}

function tokensOf(segment: Segment, times: readonly TimeExpression[]): readonly string[] {
  const found: PlacedToken[] = [];
  for (const placed of withoutTimes(placedTokens(segment), times)) {
    const before = found.at(-1);
    const joined = before === undefined ? null : joinedNumber(before, placed, segment.text);
    if (joined === null) found.push(placed);
    else found[found.length - 1] = joined;
  }
  return found.map(({ token }) => token);
}

const isNoTag = (token: string): boolean => !/^<\/?[a-z]/.test(token);

function placedTokens({ tokens, text }: Segment): readonly PlacedToken[] {
  let from = 0;
  return tokens.map((token) => {
    const start = isNoTag(token) ? text.indexOf(token, from) : -1;
    if (start >= 0) from = start + token.length;
    return { token, start, end: start + token.length };
  });
}

/** One mark for all tokens of a time. */
function withoutTimes(
  tokens: readonly PlacedToken[],
  times: readonly TimeExpression[],
): readonly PlacedToken[] {
  if (times.length === 0) return tokens;
  const marked = new Set<TimeExpression>();
  return tokens.flatMap((placed) => {
    const time = times.find(
      ({ start, end }) => placed.start >= 0 && placed.start < end && start < placed.end,
    );
    if (time === undefined) return [placed];
    if (marked.has(time)) return [];
    marked.add(time);
    return [{ token: timeMark, start: -1, end: -1 }];
  });
}

/** "17" and "," before a digit, or "17," and "283", when nothing stands between them. */
function joinedNumber(before: PlacedToken, next: PlacedToken, text: string): PlacedToken | null {
  if (next.start < 0 || before.end !== next.start) return null;
  const isSign = /^[.,:'’]$/.test(next.token) && /\p{N}$/u.test(before.token) && isDigit(text[next.end]);
  const isRest = isDigit(next.token[0]) && /\p{N}[.,:'’]$/u.test(before.token);
  return isSign || isRest ? { token: before.token + next.token, start: before.start, end: next.end } : null;
}

const isDigit = (character: string | undefined): boolean => /^\p{N}$/u.test(character ?? '');
