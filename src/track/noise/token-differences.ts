import type { Segment } from '../../document/index.ts';
import { type ClockEvidence, differInTimeOnly, sameTimes, timeMark } from '../clock/same-times.ts';
import type { TimeExpression } from '../clock/time-expression.ts';
import { alignWords } from '../compare/align-sequences.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import type { NoisyWords } from '../diff/diff-words.ts';

/** A stretch in which the tokens of two segments differ. */
export interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Up to two shared tokens on either side, as far as the next hunk. Numbers are `#`: they differ from page to page. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const contextSize = 2;

/** The stretches that differ. Those with nothing but signs between them are one: a list of names may be longer or shorter. */
export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const matches = alignWords(before, after);
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  let endOfLast = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && matches[i] === j) {
      i++;
      j++;
      continue;
    }
    const [startI, startJ] = [i, j];
    [i, j] = endOfHunk(matches, before, after, i);
    hunks.push({
      removed: before.slice(startI, i),
      added: after.slice(startJ, j),
      before: after.slice(Math.max(endOfLast, startJ - contextSize), startJ).map(maskNumber),
      after: after.slice(j, j + sharedFrom(matches, i, j)).map(maskNumber),
    });
    endOfLast = j;
  }
  return hunks;
}

/** The position from which the tokens agree again, in more than a sign. */
function endOfHunk(
  matches: Int32Array,
  before: readonly string[],
  after: readonly string[],
  from: number,
): readonly [number, number] {
  let i = from;
  for (;;) {
    while (i < before.length && matches[i] === -1) i++;
    const j = i < before.length ? (matches[i] as number) : after.length;
    let shared = 0;
    while (i + shared < before.length && matches[i + shared] === j + shared) shared++;
    const isEnd = i + shared === before.length && j + shared === after.length;
    if (isEnd || before.slice(i, i + shared).some(saysSomething)) return [i, j];
    i += shared;
  }
}

/** The words that two texts have in the same order. */
export function sharedWords(one: readonly string[], other: readonly string[]): readonly string[] {
  const matches = alignWords(one, other);
  return one.filter((_, index) => matches[index] !== -1);
}

const saysSomething = (token: string): boolean => /[\p{L}\p{N}]/u.test(token) || token === timeMark;

/** The number of tokens that both share from here, up to the size of a context. */
function sharedFrom(matches: Int32Array, i: number, j: number): number {
  let length = 0;
  while (length < contextSize && matches[i + length] === j + length) length++;
  return length;
}

/** A number as `#`. */
function maskNumber(token: string): string {
  return /^\p{N}/u.test(token) ? '#' : token;
}

/** What a value looks like: digits and their signs; letters and digits as machines mix them; anything else. */
export type TokenShape = 'number' | 'code' | 'words';

export function shapeOfTokens(tokens: readonly string[]): TokenShape {
  if (tokens.length > 0 && tokens.every((token) => /^(?:\p{N}[\p{N}.,:'’]*|[.,:'%+-])$/u.test(token)))
    return 'number';
  if (tokens.length > 0 && tokens.every(isCode)) return 'code';
  return 'words';
}

/** The words of a stretch, without signs and tags. A number among rotating words stands for any number. */
export function drawableWords(tokens: readonly string[]): readonly string[] {
  return tokens.filter((token) => isNotTag(token) && saysSomething(token)).map(maskNumber);
}

function isCode(token: string): boolean {
  return /^[-_.:/+=]$/.test(token) || (/^[\w]+$/.test(token) && (/\d/.test(token) || token.length >= 20));
}

/** Whether a rule for this shape covers the tokens. A number also fits where codes were seen. */
export function tokensFit(tokens: readonly string[], shape: TokenShape): boolean {
  const own = shapeOfTokens(tokens);
  return shape === 'words' || own === shape || (shape === 'code' && own === 'number');
}

export function widerShape(a: TokenShape, b: TokenShape): TokenShape {
  if (a === b) return a;
  return a === 'words' || b === 'words' ? 'words' : 'code';
}

/**
 * The tokens of two segments, ready to be compared. A time that is the same or only moved on is one mark in both. A number
 * is one token with its signs, because the "17," in "17,283" and "17,769" is not a part that stayed. Without `isClock`, every time
 * that agrees with the clock counts as a clock, which is right for two fetches at the same moment.
 */
export function comparableTokens(
  before: Segment,
  beforeAt: number | null,
  after: Segment,
  afterAt: number | null,
  isClock?: ClockEvidence,
): readonly [readonly string[], readonly string[]] {
  const [old, now] = sameTimes(
    { text: before.text, at: beforeAt },
    { text: after.text, at: afterAt },
    isClock,
  );
  return [tokensOf(before, old), tokensOf(after, now)];
}

/** The times that moved on from one segment to the other, as they are written in both. */
export function movedTimes(
  before: Segment,
  beforeAt: number | null,
  after: Segment,
  afterAt: number | null,
  isClock: ClockEvidence,
): readonly NoisyWords[] {
  const [old, now] = sameTimes(
    { text: before.text, at: beforeAt },
    { text: after.text, at: afterAt },
    isClock,
  );
  return old
    .map((time, place) => ({
      before: before.text.slice(time.start, time.end),
      after: after.text.slice(now[place]?.start, now[place]?.end),
    }))
    .filter((words) => words.before !== words.after);
}

/**
 * Whether two texts differ only in the time at which their file was written, to the minute, as Last-Modified says of both:
 * "Generated on Tue Nov 17 2026 12:00:01". A day alone may be a deadline.
 */
export function differInBuildTimeOnly(
  before: Segment,
  { modifiedAt: old = null }: Snapshot,
  after: Segment,
  { modifiedAt: now = null }: Snapshot,
): boolean {
  if (old === null || now === null || old === now) return false;
  if (![before, after].every(({ text }) => /\d:\d\d/.test(text))) return false;
  return differInTimeOnly({ text: before.text, at: old }, { text: after.text, at: now });
}

interface PlacedToken {
  readonly token: string;
  /** Position in the text of the segment; -1 for a tag. */
  readonly start: number;
  readonly end: number;
}

function tokensOf(segment: Segment, times: readonly TimeExpression[]): readonly string[] {
  const found: PlacedToken[] = [];
  for (const placed of markTimes(placeTokens(segment), times)) {
    const before = found.at(-1);
    const joined = before === undefined ? null : joinNumber(before, placed, segment.text);
    if (joined === null) found.push(placed);
    else found[found.length - 1] = joined;
  }
  return found.flatMap(({ token }) => (isEmphasis(token) ? [] : [token]));
}

/** Emphasis such as bold is not a change: today one line may be bold, and tomorrow another. */
const isEmphasis = (token: string): boolean =>
  /^<\/?(?:b|big|code|em|font|i|small|strong|tt|u|var)>$/.test(token);

const isNotTag = (token: string): boolean => !/^<\/?[a-z]/.test(token);

/** The tokens that a reader sees. All items of a list share their tags. */
export function shownTokens(tokens: readonly string[]): readonly string[] {
  return tokens.filter(isNotTag);
}

function placeTokens({ tokens, text }: Segment): readonly PlacedToken[] {
  let from = 0;
  return tokens.map((token) => {
    const start = isNotTag(token) ? text.indexOf(token, from) : -1;
    if (start >= 0) from = start + token.length;
    return { token, start, end: start + token.length };
  });
}

/** Replaces all tokens of a time by one mark. */
function markTimes(tokens: readonly PlacedToken[], times: readonly TimeExpression[]): readonly PlacedToken[] {
  if (times.length === 0) return tokens;
  const marked = new Set<TimeExpression>();
  // Tokens and times are both in the order of the text.
  let next = 0;
  return tokens.flatMap((placed) => {
    if (placed.start < 0) return [placed];
    while (next < times.length && (times[next] as TimeExpression).end <= placed.start) next++;
    const time = times[next];
    if (time === undefined || time.start >= placed.end) return [placed];
    if (marked.has(time)) return [];
    marked.add(time);
    return [{ token: timeMark, start: -1, end: -1 }];
  });
}

/** A longer text is not a number, and joining it piece by piece would copy it repeatedly. */
const longestNumber = 64;

/** Joins "17" with "," before a digit, and "17," with "283", if nothing is between them; null for anything else. */
function joinNumber(before: PlacedToken, next: PlacedToken, text: string): PlacedToken | null {
  if (next.start < 0 || before.end !== next.start || before.token.length > longestNumber) return null;
  const isSign = /^[.,:'’]$/.test(next.token) && /\p{N}$/u.test(before.token) && isDigit(text[next.end]);
  const isRest = isDigit(next.token[0]) && /\p{N}[.,:'’]$/u.test(before.token);
  return isSign || isRest ? { token: before.token + next.token, start: before.start, end: next.end } : null;
}

const isDigit = (character: string | undefined): boolean => /^\p{N}$/u.test(character ?? '');
