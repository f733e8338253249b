import { hashText, type Segment } from '../../document/index.ts';

/** Two segments that share less than this are two different ones, not one that changed. */
export const leastShared = 0.4;

/** Words, tags and signs are the same; links may differ. */
export function sameWords(before: Segment, after: Segment): boolean {
  return before.high === after.high && before.low === after.low;
}

/** The share of two token lists that both have, from 0 to 1 (Dice, with repetitions). Two empty lists share all. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const token of a) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of b) {
    const left = counts.get(token) ?? 0;
    if (left === 0) continue;
    counts.set(token, left - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

/** How many tokens may still be compared, over all gaps between two versions. */
export class TokenBudget {
  #left = 1_500_000;

  /** False once the budget is used up. */
  spendOn(a: Segment, b: Segment): boolean {
    return this.spend(a.tokens.length + b.tokens.length + 20);
  }

  spend(tokens: number): boolean {
    if (this.#left <= 0) return false;
    this.#left -= tokens;
    return true;
  }
}

/** Numbers, and words for units and distances in time, which change along with the number beside them. */
const numberOrTime =
  /^(?:\p{N}.*|ago|just|now|today|yesterday|an?|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|vor|heute|gestern|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|am|pm)$/iu;

/** The kind and words of a segment without numbers and times; empty when no word is left, or the budget is used up. */
export function lastingWords(segment: Segment, budget: TokenBudget): string {
  if (!budget.spendOn(segment, segment)) return '';
  const words = segment.tokens.filter((token) => /\p{L}/u.test(token) && !numberOrTime.test(token));
  return words.some((word) => !word.startsWith('<')) ? `${segment.kind} ${words.join(' ')}` : '';
}

/** "3 days ago", and nothing else. */
export function isOnlyTime({ tokens, text }: Segment): boolean {
  return /\p{L}/u.test(text) && tokens.every((token) => numberOrTime.test(token));
}

/** A segment is in a list or record that is at most this many elements around it: hostile pages nest hundreds. */
export const mostLevels = 24;

/** The same for all items of a list, all paragraphs of a text, all cells of a column: the path without counts. */
export function placeKind({ path }: { readonly path: string }): string {
  return path.replace(/(?<!\bt[dh])\[\d+\]/g, '');
}

/** The same for segments at one kind of place that differ only in numbers and times: the counters of a list of posts. */
export function counterKind(segment: Segment): string {
  return `${placeKind(segment)} ${segment.tokens.filter((token) => !numberOrTime.test(token)).join(' ')}`;
}

/** The texts that two versions have of each kind, in any order. */
export class TextsByKind {
  readonly #versions: readonly (readonly Segment[])[];
  readonly #kindOf: (segment: Segment) => string;
  #texts: readonly ReadonlyMap<string, readonly string[]>[] | null = null;
  /** Results by kind: in a shuffled list, every item asks for the same kind. */
  readonly #areShared = new Map<string, boolean>();

  constructor(first: readonly Segment[], second: readonly Segment[], kindOf: (segment: Segment) => string) {
    this.#versions = [first, second];
    this.#kindOf = kindOf;
  }

  /** Whether both versions share most texts of the segment's kind: then a list was shuffled, not replaced. */
  areMostlyShared(segment: Segment): boolean {
    const kind = this.#kindOf(segment);
    const known = this.#areShared.get(kind);
    if (known !== undefined) return known;
    this.#texts ??= this.#versions.map((segments) => textsOf(segments, this.#kindOf));
    const [first = [], second = []] = this.#texts.map((texts) => texts.get(kind) ?? []);
    const areShared = similarity(first, second) > 0.5;
    this.#areShared.set(kind, areShared);
    return areShared;
  }
}

function textsOf(
  segments: readonly Segment[],
  kindOf: (segment: Segment) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(segments, kindOf);
  return new Map([...groups].map(([kind, group]) => [kind, group.map(hashText)]));
}
